import { eliminate, eliminateSnakes } from '../../../src/rules/stages/eliminate.js';
import { expectStages } from '../../support/boards.js';

const expectEliminated = (picture: string) => expectStages(picture, [eliminate]);
const expectEliminatedUnlessStacked = (picture: string) =>
  expectStages(picture, [(position) => eliminateSnakes(position, { stacksAreHarmless: true })]);

describe('stage 6, eliminate', () => {
  it('eliminates a snake without health', () => {
    expectEliminated(`
      aA.
      A health 0
      becomes
      ...
      A health 0 body 1,0 l out out-of-health on 1
    `);
  });

  it('eliminates a snake off the board, on the turn that is then reached', () => {
    expectEliminated(`
      ..a
      turn 6
      A body 3,0 l
      becomes
      ...
      turn 6
      A body 3,0 l out wall-collision on 7
    `);
  });

  it('removes the starved before it looks for collisions', () => {
    expectEliminated(`
      .bA
      A health 0 body 2,0 l
      B body 1,0 l
      becomes
      bB.
      A health 0 body 2,0 l out out-of-health on 1
    `);
  });

  it('names the snake itself as the killer in a self-collision', () => {
    expectEliminated(`
      aa.
      aA.
      A body 1,0 uld r
      becomes
      ...
      ...
      A body 1,0 uldr out snake-self-collision on 1 by A
    `);
  });

  it('names the longest snake on the cell as the killer, and of equals the first', () => {
    expectEliminated(`
      ......
      A body 2,0 l
      B body 3,0 lll
      C body 1,0 rrr
      D body 4,0 ll
      becomes
      ......
      A body 2,0 l out snake-collision on 1 by B
      B body 3,0 lll out snake-collision on 1 by C
      C body 1,0 rrr out snake-collision on 1 by B
      D body 4,0 ll out snake-collision on 1 by C
    `);
  });

  it('lets the longer snake survive a head-to-head', () => {
    expectEliminated(`
      ...
      A body 1,0 l
      B body 1,0 r=
      becomes
      .Bb
      A body 1,0 l out head-collision on 1 by B
      B length 3
    `);
  });

  it('lets neither of two equals survive a head-to-head', () => {
    expectEliminated(`
      ...
      A body 1,0 l
      B body 1,0 r
      becomes
      ...
      A body 1,0 l out head-collision on 1 by B
      B body 1,0 r out head-collision on 1 by A
    `);
  });

  it('checks bodies before heads', () => {
    expectEliminated(`
      .....
      .....
      A body 1,0 l
      B body 1,0 r
      C body 1,1 dl
      becomes
      .....
      .C...
      A body 1,0 l out snake-collision on 1 by C
      B body 1,0 r out snake-collision on 1 by C
      C body 1,1 dl
    `);
  });

  it('lets squad mates cross each other if the rules allow it', () => {
    expectEliminated(`
      ....
      ....
      rules mates-pass
      A body 1,0 l squad red
      B body 1,1 dr squad red
    `);
  });

  it('does not let squad mates cross each other otherwise', () => {
    expectEliminated(`
      ....
      ....
      A body 1,0 l squad red
      B body 1,1 dr squad red
      becomes
      ....
      ....
      A body 1,0 l squad red out snake-collision on 1 by B
      B body 1,1 dr squad red
    `);
  });

  it('never lets the heads of squad mates cross', () => {
    expectEliminated(`
      ...
      rules mates-pass
      A body 1,0 l squad red
      B body 1,0 r squad red
      becomes
      ...
      rules mates-pass
      A body 1,0 l squad red out head-collision on 1 by B
      B body 1,0 r squad red out head-collision on 1 by A
    `);
  });

  it('takes a stack for a self-collision', () => {
    expectEliminated(`
      .A.
      A length 3
      becomes
      ...
      A body 1,0 == out snake-self-collision on 1 by A
    `);
  });

  it('can ignore stacks, for positions before the first move', () => {
    expectEliminatedUnlessStacked(`
      .A.
      A length 3
    `);
  });

  it('finds a body that returns to its stack', () => {
    expectEliminatedUnlessStacked(`
      .A.
      A body 1,0 =lr
      becomes
      ...
      A body 1,0 =lr out snake-self-collision on 1 by A
    `);
  });
});
