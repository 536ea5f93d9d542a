import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as constant from '../../strategies/constant.js';

describe('constant', () => {
  it('always goes up', async () => {
    expect(await playPosition(constant, 'A\na')).to.deep.equal({ move: 'up' });
    expect(await playPosition(constant, '.*.\n.A.')).to.deep.equal({ move: 'up' });
  });
});
