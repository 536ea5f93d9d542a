import { runnerContract } from '../contracts/runner.contract.js';
import { inline } from '../support/runners.js';

runnerContract('InlineRunner', inline);
