import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { eliminate, eliminateSnakes } from '../../../src/rules/stages/eliminate.js';
import { afterStages, expectPicture, expectSound } from '../../support/boards.js';

function expectEliminated(before: string, after: string): void {
  expectPicture(afterStages(before, [eliminate]), after);
}

function expectEliminatedUnlessStacked(before: string, after: string): void {
  const position = parsePicture(before);
  eliminateSnakes(position, { stacksAreHarmless: true });
  expectSound(position);
  expectPicture(position, after);
}

describe('stage 6, eliminate', () => {
  it('eliminates a snake without health', () => {
    const before = `
      aA.
      A health 0
    `;
    const after = `
      ...
      A health 0 body 1,0 l out out-of-health on 1
    `;
    expectEliminated(before, after);
  });

  it('eliminates a snake off the board, on the turn that is then reached', () => {
    const before = `
      ..a
      turn 6
      A body 3,0 l
    `;
    const after = `
      ...
      turn 6
      A body 3,0 l out wall-collision on 7
    `;
    expectEliminated(before, after);
  });

  it('removes the starved before it looks for collisions', () => {
    const before = `
      .bA
      A health 0 body 2,0 l
      B body 1,0 l
    `;
    const after = `
      bB.
      A health 0 body 2,0 l out out-of-health on 1
    `;
    expectEliminated(before, after);
  });

  it('names the snake itself as the killer in a self-collision', () => {
    const before = `
      aa.
      aA.
      A body 1,0 uld r
    `;
    const after = `
      ...
      ...
      A body 1,0 uldr out snake-self-collision on 1 by A
    `;
    expectEliminated(before, after);
  });

  it('names the longest snake on the cell as the killer, and of equals the first', () => {
    const before = `
      ......
      A body 2,0 l
      B body 3,0 lll
      C body 1,0 rrr
      D body 4,0 ll
    `;
    const after = `
      ......
      A body 2,0 l out snake-collision on 1 by B
      B body 3,0 lll out snake-collision on 1 by C
      C body 1,0 rrr out snake-collision on 1 by B
      D body 4,0 ll out snake-collision on 1 by C
    `;
    expectEliminated(before, after);
  });

  it('lets the longer snake survive a head-to-head', () => {
    const before = `
      ...
      A body 1,0 l
      B body 1,0 r=
    `;
    const after = `
      .Bb
      A body 1,0 l out head-collision on 1 by B
      B length 3
    `;
    expectEliminated(before, after);
  });

  it('lets neither of two equals survive a head-to-head', () => {
    const before = `
      ...
      A body 1,0 l
      B body 1,0 r
    `;
    const after = `
      ...
      A body 1,0 l out head-collision on 1 by B
      B body 1,0 r out head-collision on 1 by A
    `;
    expectEliminated(before, after);
  });

  it('checks bodies before heads', () => {
    const before = `
      .....
      .....
      A body 1,0 l
      B body 1,0 r
      C body 1,1 dl
    `;
    const after = `
      .....
      .C...
      A body 1,0 l out snake-collision on 1 by C
      B body 1,0 r out snake-collision on 1 by C
      C body 1,1 dl
    `;
    expectEliminated(before, after);
  });

  it('lets squad mates cross each other if the rules allow it', () => {
    const before = `
      ....
      ....
      rules mates-pass
      A body 1,0 l squad red
      B body 1,1 dr squad red
    `;
    expectEliminated(before, before);
  });

  it('does not let squad mates cross each other otherwise', () => {
    const before = `
      ....
      ....
      A body 1,0 l squad red
      B body 1,1 dr squad red
    `;
    const after = `
      ....
      ....
      A body 1,0 l squad red out snake-collision on 1 by B
      B body 1,1 dr squad red
    `;
    expectEliminated(before, after);
  });

  it('never lets the heads of squad mates cross', () => {
    const before = `
      ...
      rules mates-pass
      A body 1,0 l squad red
      B body 1,0 r squad red
    `;
    const after = `
      ...
      rules mates-pass
      A body 1,0 l squad red out head-collision on 1 by B
      B body 1,0 r squad red out head-collision on 1 by A
    `;
    expectEliminated(before, after);
  });

  it('takes a stack for a self-collision', () => {
    const before = `
      .A.
      A length 3
    `;
    const after = `
      ...
      A body 1,0 == out snake-self-collision on 1 by A
    `;
    expectEliminated(before, after);
  });

  it('can ignore stacks, for positions before the first move', () => {
    const before = `
      .A.
      A length 3
    `;
    expectEliminatedUnlessStacked(before, before);
  });

  it('finds a body that comes back to its stack', () => {
    const before = `
      .A.
      A body 1,0 =lr
    `;
    const after = `
      ...
      A body 1,0 =lr out snake-self-collision on 1 by A
    `;
    expectEliminatedUnlessStacked(before, after);
  });
});
