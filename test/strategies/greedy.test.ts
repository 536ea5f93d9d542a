import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as greedy from '../../strategies/greedy.js';

/** Food in a pocket of three cells, which b's body closes. A is longer than the pocket. */
const POCKET = `
  .bb....
  B.b....
  b.b...a
  bbb...a
  *..Aaaa
`;

/** A pocket with food, and an A that is short enough for it. */
const ROOMY_POCKET = `
  .bb....
  B.b....
  b.b....
  bbb....
  *..Aaa.
`;

/** Food that both heads can reach. B is longer. */
const CONTESTED = `
  .......
  .......
  ..A*B..
  ..a.b..
  ..a.b..
  ....b..
  .......
`;

/** Food that both heads can reach. A is longer. */
const UNCONTESTED = `
  .......
  .......
  ..A*B..
  ..a.b..
  ..a.b..
  ..a....
  .......
`;

/** The move on a picture. */
async function ask(picture: string, options = {}): Promise<string> {
  return (await playPosition(greedy, picture, { options })).move;
}

describe('greedy', () => {
  it('goes for the nearest food', async () => {
    expect(await ask('*......\n.......\n...A.*.\n...a...\n...a...')).to.equal('right');
  });

  it('finds the way round an obstacle', async () => {
    const picture = `
      .*.....
      .......
      bbbb...
      b..A...
      b..a...
      B..a...
      B length 10
    `;
    expect(await ask(picture)).to.equal('right');
  });

  it('enters a pocket only if it is as large as itself, even for food', async () => {
    expect(await ask(POCKET)).to.equal('up');
    expect(await ask(ROOMY_POCKET)).to.equal('left');
  });

  it('takes the larger of two pockets if both are too small', async () => {
    const picture = `
      bbbbbB
      .A...a
      Caaaaa
      A length 12
      B length 30
    `;
    expect(await ask(picture)).to.equal('right');
  });

  it('does not risk a head-to-head for food with a snake that is at least as long', async () => {
    expect(await ask(CONTESTED)).not.to.equal('right');
    expect(await ask(`${UNCONTESTED}\nB length 4`)).not.to.equal('right');
    expect(await ask(UNCONTESTED)).to.equal('right');
  });

  it('leaves food alone until it is hungry, if the options say so', async () => {
    const options = { hungerBelow: 50 };
    expect(await ask(`${ROOMY_POCKET}\nA health 50`, options)).to.equal('up');
    expect(await ask(`${ROOMY_POCKET}\nA health 49`, options)).to.equal('left');
  });

  it('does not starve a step before food', async () => {
    expect(await ask('.....\n.A*..\n.a...\n.a...\nA health 1')).to.equal('right');
  });

  it('goes through the edge of a board that wraps', async () => {
    expect(await ask('A..*\na...\na...\n....\nrules wraps')).to.equal('left');
  });
});
