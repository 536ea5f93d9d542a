import { expect } from 'chai';
import { formatEloRange, formatWithSign } from '../../../../src/page/client/matches/elo.js';

describe('formatEloRange', () => {
  it('shows the error, or the one end that is known', () => {
    expect(formatEloRange({ elo: 12.4, low: -20, high: 40 })).to.equal('+12 ± 30');
    expect(formatEloRange({ elo: null, low: 70.4, high: null })).to.equal('above +70');
    expect(formatEloRange({ elo: null, low: null, high: -70.4 })).to.equal('below −70');
    expect(formatEloRange({ elo: 0, low: null, high: null })).to.equal('unknown');
  });
});

describe('formatWithSign', () => {
  it('has a sign, but none below nothing', () => {
    expect([12, -7, 0, -0.2].map((value) => formatWithSign(value))).to.deep.equal(['+12', '−7', '+0', '+0']);
  });
});
