import { feedSnakes } from '../../../src/rules/stages/stages.js';
import { expectStages } from '../../support/boards.js';

describe('stage 5, feed', () => {
  it('gives full health and one more cell on the tail, and removes the food', () => {
    expectStages(
      `
      aaA*
      food 2,0 3,0
      A health 7
      becomes
      aaA*
      A length 4
    `,
      [feedSnakes],
    );
  });

  it('feeds both of two heads on one piece of food', () => {
    expectStages(
      `
      .A.
      food 1,0
      A body 1,0 l health 5
      B body 1,0 r health 6
      becomes
      .A.
      A body 1,0 l=
      B body 1,0 r=
    `,
      [feedSnakes],
    );
  });
});
