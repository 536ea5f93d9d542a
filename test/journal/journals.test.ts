import { journalContract } from '../contracts/journal.contract.js';
import { DATABASES } from '../support/journal-addresses.js';
import { openDirectly, openInThread, openWithSpool } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
journalContract('the journal in its thread', openInThread);
journalContract('the journal in PostgreSQL', openDirectly, DATABASES);
journalContract('a journal elsewhere, written through a spool', openWithSpool);
journalContract('the journal in PostgreSQL, written through a spool', openWithSpool, DATABASES);
