import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as surveyor from '../../strategies/surveyor.js';

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
  return (await playPosition(surveyor, picture, { options })).move;
}

describe('surveyor', () => {
  it('avoids a head-to-head that it would not win', async () => {
    expect(await ask(CONTESTED)).not.to.equal('right');
  });

  it('goes for food that a shorter opponent could reach', async () => {
    expect(await ask(UNCONTESTED)).to.equal('right');
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    expect(await ask(POCKET)).to.equal('up');
  });
});
