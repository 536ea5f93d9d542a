import { constrict } from '../../../src/rules/stages/stages.js';
import { expectStages } from '../../support/boards.js';

describe('stage 7 of constrictor', () => {
  it('removes all food, and heals and grows every snake, except a doubled tail', () => {
    expectStages(
      `
      aA*bB
      A health 3
      B length 3
      becomes
      aA.bB
      A length 3
      B length 3
    `,
      [constrict],
    );
  });

  it('heals and grows an eliminated snake too', () => {
    expectStages(
      `
      ..
      A health 0 body 2,0 l out wall-collision on 1
      becomes
      ..
      A body 2,0 l= out wall-collision on 1
    `,
      [constrict],
    );
  });
});
