import { feedSnakes } from '../../../src/rules/stages/stages.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 5, feed', () => {
  it('gives full health and one more cell on the tail, and removes the food', () => {
    const before = `
      aaA*
      food 2,0 3,0
      A health 7
    `;
    const after = `
      aaA*
      A length 4
    `;
    expectPicture(afterStages(before, [feedSnakes]), after);
  });

  it('feeds both of two heads on one piece of food', () => {
    const before = `
      .A.
      food 1,0
      A body 1,0 l health 5
      B body 1,0 r health 6
    `;
    const after = `
      .A.
      A body 1,0 l=
      B body 1,0 r=
    `;
    expectPicture(afterStages(before, [feedSnakes]), after);
  });
});
