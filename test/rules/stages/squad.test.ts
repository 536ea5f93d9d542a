import { shareSquad } from '../../../src/rules/stages/squad.js';
import { afterStages, expectPicture, expectStages } from '../../support/boards.js';

/** Two mates, a third that has been eliminated, and a rival. */
const BEFORE = `
  aA.bB.
  A squad red health 30
  B squad red health 50 length 4
  C squad red body 9,9 out hazard on 1
  D squad blue health 9 body 5,0
`;

describe('stage 7 of squad', () => {
  it('shares nothing by default', () => {
    expectStages(BEFORE, [shareSquad]);
  });

  it('gives living mates the highest health among them', () => {
    const after = `
      aA.bB.
      A squad red health 50
      B squad red health 50 length 4
      C squad red body 9,9 out hazard on 1
      D squad blue health 9 body 5,0
    `;
    expectPicture(afterStages(BEFORE, [shareSquad], [], { squad: { sharedHealth: true } }), after);
  });

  it('grows living mates to the greatest length among them', () => {
    const after = `
      aA.bB.
      A squad red health 30 length 4
      B squad red health 50 length 4
      C squad red body 9,9 out hazard on 1
      D squad blue health 9 body 5,0
    `;
    expectPicture(afterStages(BEFORE, [shareSquad], [], { squad: { sharedLength: true } }), after);
  });

  it('eliminates all mates of an eliminated snake, without a killer', () => {
    const after = `
      ......
      A squad red health 30 body 1,0 l out squad-eliminated on 1
      B squad red health 50 body 4,0 l== out squad-eliminated on 1
      C squad red body 9,9 out hazard on 1
      D squad blue health 9 body 5,0
    `;
    expectPicture(afterStages(BEFORE, [shareSquad], [], { squad: { sharedElimination: true } }), after);
  });
});
