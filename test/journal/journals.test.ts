import { journalContract } from '../contracts/journal.contract.js';
import { openDirectly, openInThread, openWithSpool } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
journalContract('the journal in its thread', openInThread);
journalContract('a journal elsewhere, written through a spool', openWithSpool);
