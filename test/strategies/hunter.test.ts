import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as hunter from '../../strategies/hunter.js';

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

/** The move on a picture. */
async function ask(picture: string, options = {}): Promise<string> {
  return (await playPosition(hunter, picture, { options })).move;
}

describe('hunter', () => {
  it('avoids a head-to-head that it would not win', async () => {
    expect(await ask(CONTESTED)).not.to.equal('right');
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    expect(await ask(POCKET)).to.equal('up');
  });

  it('takes food from a pocket that it leaves again', async () => {
    expect(await ask(ROOMY_POCKET)).to.be.oneOf(['left', 'up']);
  });

  it('cuts off an opponent that runs along the wall', async () => {
    // One step further, and B has no way out.
    expect(await ask('.......\n.......\n..aaA..\nbbbB...\nA length 5')).not.to.equal('up');
  });
});
