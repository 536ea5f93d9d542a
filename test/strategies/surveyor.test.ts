import { expect } from 'chai';
import * as surveyor from '../../strategies/surveyor.js';
import { asking, CONTESTED, POCKET, UNCONTESTED } from './pictures.js';

const ask = asking(surveyor);

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
