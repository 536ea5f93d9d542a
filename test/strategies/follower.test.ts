import { expect } from 'chai';
import * as follower from '../../strategies/follower.js';
import { asking, CONTESTED } from './pictures.js';

const ask = asking(follower);

describe('follower', () => {
  it('follows its tail', async () => {
    expect(await ask('.....\n.aA..\n.aa..\n.....\nA body 2,2 ldr')).to.equal('down');
  });

  it('eats when it is hungry', async () => {
    const picture = '.....\n.aA.*\n.aa..\n.....\nA body 2,2 ldr';
    expect(await ask(`${picture}\nA health 59`)).to.equal('right');
    expect(await ask(`${picture}\nA health 59`, { hungerBelow: 50 })).to.equal('down');
  });

  it('avoids a head-to-head that it would not win, even for food', async () => {
    expect(await ask(`${CONTESTED}\nA health 20`)).not.to.equal('right');
  });

  it('lets the host move when there is no way out', async () => {
    expect(await ask('bbb\nbAb\nBaa\nB length 9')).to.equal('up');
  });
});
