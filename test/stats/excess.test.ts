import { expect } from 'chai';
import { EXCESS_ERROR, excessEvidence, type BadGames } from '../../src/stats/excess.js';

describe('excessEvidence', () => {
  it('is 1 without games, and the mean of a game is at most 1 if the rates are the same', () => {
    const none = { games: 0, bad: 0 };
    expect(excessEvidence([{ share: 0.3, base: none, candidate: none }])).to.be.closeTo(1, 1e-12);
    for (const share of [0.2, 0.5, 0.8])
      for (const bad of [0, 1]) {
        const one = { games: 1, bad };
        const [evenly, before] = [0.5, { base: { games: 3, bad: 1 }, candidate: { games: 2, bad: 0 } }];
        // After other games of another share, too.
        for (const earlier of [[], [{ share: evenly, ...before }]]) {
          const after = (base: BadGames, candidate: BadGames) =>
            excessEvidence([...earlier, { share, base, candidate }]);
          const mean = share * after(none, one) + (1 - share) * after(one, none);
          expect(mean / excessEvidence(earlier)).to.be.closeTo(1, 1e-12);
        }
      }
  });

  it('stops a candidate that has bad games only, and no base', () => {
    const [clean, bad] = [
      { games: 8, bad: 0 },
      { games: 8, bad: 8 },
    ];
    expect(excessEvidence([{ share: 0.5, base: clean, candidate: bad }]) * EXCESS_ERROR).to.be.above(1);
    expect(excessEvidence([{ share: 0.5, base: bad, candidate: clean }])).to.be.below(1);
    expect(excessEvidence([{ share: 0.5, base: bad, candidate: bad }])).to.be.below(1);
    // JSON has no infinity.
    const [many, none] = [2000, 0].map((worse) => ({ games: 2000, bad: worse }));
    expect(excessEvidence([{ share: 0.5, base: none!, candidate: many! }])).to.be.finite;
  });
});
