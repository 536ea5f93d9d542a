import { expect } from 'chai';
import * as cautious from '../../strategies/cautious.js';
import { asking, CONTESTED, POCKET, UNCONTESTED } from './pictures.js';

const ask = asking(cautious);

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
