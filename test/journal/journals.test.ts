import { journalContract } from '../contracts/journal.contract.js';
import { openDirectly, openInThread } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
journalContract('the journal in its thread', openInThread);
