import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as cautious from '../../strategies/cautious.js';

/** Food in a pocket of three cells, which b's body closes. A is longer than the pocket. */
const POCKET = `
  .bb....
  B.b....
  b.b...a
  bbb...a
  *..Aaaa
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
  return (await playPosition(cautious, picture, { options })).move;
}

describe('cautious', () => {
  it('avoids a head-to-head that it would not win, even for food', async () => {
    expect(await ask(CONTESTED)).not.to.equal('right');
    expect(await ask(`${CONTESTED}\nA health 20`)).not.to.equal('right');
    expect(await ask(`${UNCONTESTED}\nB length 4`)).not.to.equal('right');
  });

  it('eats when it is hungry, or has just enough health to get there', async () => {
    const picture = '.......\n.......\n.A...*.\n.a.....\n.a.....\n.......';
    expect(await ask(`${picture}\nA health 30`)).to.equal('right');
    expect(await ask(`${picture}\nA health 4`)).to.equal('right');
    expect(await ask(`${picture}\nA health 6`, { hungerBelow: 1 })).to.equal('right');
  });

  it('does not enter a pocket smaller than itself, even hungry', async () => {
    expect(await ask(POCKET)).to.equal('up');
    expect(await ask(`${POCKET}\nA health 30`)).to.equal('up');
  });

  it('follows its own tail if there is no other way', async () => {
    expect(await ask('bbb\naab\naAB\nA body 1,0 uld\nB length 8')).to.equal('left');
  });
});
