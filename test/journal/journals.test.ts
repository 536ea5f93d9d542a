import { journalContract } from '../contracts/journal.contract.js';
import { openDirectly } from '../support/journals.js';

journalContract('the embedded journal', openDirectly);
