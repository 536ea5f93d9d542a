import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as planner from '../../strategies/planner.js';

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

/** The move on a picture. */
async function ask(picture: string, options = {}): Promise<string> {
  return (await playPosition(planner, picture, { options })).move;
}

describe('planner', () => {
  /** Few turns ahead, so that the clock does not matter. */
  const options = { maxDepth: 3 };

  it('avoids a head-to-head that it would not win', async () => {
    expect(await ask(CONTESTED, options)).not.to.equal('right');
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    expect(await ask(POCKET, options)).to.equal('up');
  });

  it('lets the host move when there is no way out', async () => {
    expect(await ask('bbb\nbAb\nBaa\nB length 9', options)).to.equal('up');
  });
});
