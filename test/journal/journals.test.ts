import { journalContract } from '../contracts/journal.contract.js';
import { directly, inThread } from '../support/journals.js';

journalContract('the embedded journal', directly);
journalContract('the journal in its thread', inThread);
