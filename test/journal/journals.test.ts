import { journalContract } from '../contracts/journal.contract.js';
import { openDirectly, openInProcess, openWithSpool } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
journalContract('the journal in its process', openInProcess);
journalContract('a journal elsewhere, written through a spool', openWithSpool);
