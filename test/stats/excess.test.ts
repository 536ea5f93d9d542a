import { expect } from 'chai';
import { EXCESS_ERROR, excessEvidence } from '../../src/stats/excess.js';

describe('excessEvidence', () => {
  it('is 1 without games, and the mean of a game is at most 1 if the rates are the same', () => {
    const none = { games: 0, bad: 0 };
    expect(excessEvidence(none, none, 0.3)).to.be.closeTo(1, 1e-12);
    for (const share of [0.2, 0.5, 0.8])
      for (const bad of [0, 1]) {
        const one = { games: 1, bad };
        const mean = share * excessEvidence(none, one, share) + (1 - share) * excessEvidence(one, none, share);
        expect(mean).to.be.closeTo(1, 1e-12);
      }
  });

  it('stops a candidate that has bad games only, and no base', () => {
    const [clean, bad] = [
      { games: 8, bad: 0 },
      { games: 8, bad: 8 },
    ];
    expect(excessEvidence(clean, bad, 0.5) * EXCESS_ERROR).to.be.above(1);
    expect(excessEvidence(bad, clean, 0.5)).to.be.below(1);
    expect(excessEvidence(bad, bad, 0.5)).to.be.below(1);
  });
});
