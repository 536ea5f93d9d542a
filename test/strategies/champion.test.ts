import { expect } from 'chai';
import * as champion from '../../strategies/champion.js';
import { asking, CONTESTED, POCKET } from './pictures.js';

const ask = asking(champion);

describe('champion', () => {
  /** With a number of positions, it plays alike on every machine. */
  const options = { nodes: 5000 };

  it('avoids a head-to-head that it would not win', async () => {
    expect(await ask(CONTESTED, options)).not.to.equal('right');
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    expect(await ask(POCKET, options)).to.equal('up');
  });

  it('closes a corridor around an opponent', async () => {
    const picture = `
      ..aa...
      ..aA...
      *.a.bbB
      .aa..bb
      .......
      .......
      .......
      A body 3,5 uldddl
      B body 6,4 dlul
    `;
    expect(await ask(picture, options)).to.equal('right');
  });

  it('leaves a cell to an equal head where both would die', async () => {
    const picture = `
      ...........
      .aa........
      ..A........
      ...Bbb.....
      ...........
      ...........
      ...........
      ...........
      .....*.....
      ...........
      ...........
    `;
    expect(await ask(picture, options)).not.to.equal('right');
  });

  it('answers by the clock as well', async () => {
    expect(await ask(POCKET)).to.equal('up');
  });
});
