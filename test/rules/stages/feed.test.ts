import { feedSnakes } from '../../../src/rules/stages/feed.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 5, feed', () => {
  it('gives full health and one more cell on the tail, and takes the food', () => {
    const after = afterStages('aaA*\nfood 2,0 3,0\nA health 7', [feedSnakes]);
    expectPicture(after, 'aaA*\nA length 4');
  });

  it('feeds both of two heads on one food', () => {
    const after = afterStages('.A.\nfood 1,0\nA body 1,0 l health 5\nB body 1,0 r health 6', [feedSnakes]);
    expectPicture(after, '.A.\nA body 1,0 l=\nB body 1,0 r=');
  });
});
