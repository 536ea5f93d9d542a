import { constrict } from '../../../src/rules/stages/stages.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 7 of constrictor', () => {
  it('removes all food, and heals and grows every snake, except a doubled tail', () => {
    const before = `
      aA*bB
      A health 3
      B length 3
    `;
    const after = `
      aA.bB
      A length 3
      B length 3
    `;
    expectPicture(afterStages(before, [constrict]), after);
  });

  it('heals and grows an eliminated snake too', () => {
    const before = `
      ..
      A health 0 body 2,0 l out wall-collision on 1
    `;
    const after = `
      ..
      A body 2,0 l= out wall-collision on 1
    `;
    expectPicture(afterStages(before, [constrict]), after);
  });
});
