import { expect } from 'chai';
import * as planner from '../../strategies/planner.js';
import { asking, CONTESTED, POCKET } from './pictures.js';

const ask = asking(planner);

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
