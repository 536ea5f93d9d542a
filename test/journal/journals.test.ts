import { journalContract } from '../contracts/journal.contract.js';
import { DATABASES } from '../support/journal-places.js';
import { openDirectly, openInThread } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
journalContract('the journal in its thread', openInThread);
journalContract('the journal in PostgreSQL', openDirectly, DATABASES);
