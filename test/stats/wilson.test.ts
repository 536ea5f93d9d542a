import { expect } from 'chai';
import * as fc from 'fast-check';
import { wilsonInterval } from '../../src/stats/normal.js';

describe('wilsonInterval', () => {
  // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  const published = [
    { successes: 81, trials: 263, low: 0.2553, high: 0.3662 },
    { successes: 15, trials: 148, low: 0.0624, high: 0.1605 },
    { successes: 0, trials: 20, low: 0, high: 0.1611 },
    { successes: 1, trials: 29, low: 0.0061, high: 0.1718 },
  ];
  for (const { successes, trials, low, high } of published) {
    it(`is ${low} to ${high} for ${successes} of ${trials}`, () => {
      const interval = wilsonInterval(successes, trials);
      expect(interval.low).to.be.closeTo(low, 0.00005);
      expect(interval.high).to.be.closeTo(high, 0.00005);
    });
  }

  it('agrees with scipy.stats.binomtest(7, 50).proportion_ci(method="wilson") to 14 digits', () => {
    expect(wilsonInterval(7, 50).low).to.be.closeTo(0.06950833427016292, 1e-14);
    expect(wilsonInterval(7, 50).high).to.be.closeTo(0.26186193710585537, 1e-14);
  });

  it('is [0, 1] without trials', () => {
    expect(wilsonInterval(0, 0)).to.deep.equal({ low: 0, high: 1 });
  });

  it('contains the share and stays within [0, 1]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (wins, losses) => {
        fc.pre(wins + losses > 0);
        const share = wins / (wins + losses);
        const { low, high } = wilsonInterval(wins, wins + losses);
        expect(low).to.be.within(0, share);
        expect(high).to.be.within(share, 1);
        expect(low).to.be.below(high);
      }),
    );
  });
});
