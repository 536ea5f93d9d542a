import { expect } from 'chai';
import * as hunter from '../../strategies/hunter.js';
import { asking, CONTESTED, POCKET, ROOMY_POCKET } from './pictures.js';

const ask = asking(hunter);

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
