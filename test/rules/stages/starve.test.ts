import { starveSnakes } from '../../../src/rules/stages/stages.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 3, starve', () => {
  it('lowers health by one, and eliminates no snake', () => {
    const before = `
      A.B
      A health 1
    `;
    const after = `
      A.B
      A health 0
      B health 99
    `;
    expectPicture(afterStages(before, [starveSnakes]), after);
  });
});
