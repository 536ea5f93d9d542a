import { starveSnakes } from '../../../src/rules/stages/starve.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 3, starve', () => {
  it('takes one health, and nobody dies of it yet', () => {
    expectPicture(afterStages('A.B\nA health 1', [starveSnakes]), 'A.B\nA health 0\nB health 99');
  });
});
