import { starveSnakes } from '../../../src/rules/stages/stages.js';
import { expectStages } from '../../support/boards.js';

describe('stage 3, starve', () => {
  it('lowers health by one, and eliminates no snake', () => {
    expectStages(
      `
      A.B
      A health 1
      becomes
      A.B
      A health 0
      B health 99
    `,
      [starveSnakes],
    );
  });
});
