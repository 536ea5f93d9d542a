import { expect } from 'chai';
import { balanceOf, IMBALANCE_ERROR, type SharedGame } from '../../src/stats/imbalance.js';

const games = (count: number, share: number, isCandidate: (index: number) => boolean): SharedGame[] =>
  Array.from({ length: count }, (_, index) => ({ share, isCandidate: isCandidate(index) }));

describe('balanceOf', () => {
  it('is certain of nothing without games, and a game alone proves nothing on average', () => {
    expect(balanceOf([])).to.deep.equal({ base: 0, candidate: 0, p: 1 });
    for (const share of [0.05, 0.5, 0.8]) {
      const [base, candidate] = [false, true].map((is) => balanceOf(games(1, share, () => is)).p);
      // The ratio is below 1 for one of the two sides, where p stays 1.
      expect((1 - share) / base! + share / candidate!).to.be.within(1 - 1e-12, 1.5);
    }
  });

  it('finds sides that do not fit their shares, whichever has too many games', () => {
    for (const isCandidate of [true, false])
      expect(balanceOf(games(25, 0.5, () => isCandidate)).p).to.be.below(IMBALANCE_ERROR);
    expect(balanceOf(games(1000, 0.5, (index) => index % 2 === 0)).p).to.be.above(0.5);
    for (const [share, isRight] of [
      [0.2, true],
      [0.5, false],
    ] as const) {
      const { p } = balanceOf(games(200, share, (index) => index % 5 === 0));
      if (isRight) expect(p).to.be.above(0.5);
      else expect(p).to.be.below(IMBALANCE_ERROR);
    }
  });

  it('judges each game by its own share', () => {
    const grown = [...games(100, 0.2, (index) => index % 5 === 0), ...games(100, 0.8, (index) => index % 5 !== 0)];
    expect(balanceOf(grown)).to.include({ base: 100, candidate: 100 }).and.property('p').above(0.5);
    const swapped = grown.map((game) => ({ ...game, share: 1 - game.share }));
    expect(balanceOf(swapped).p).to.be.below(IMBALANCE_ERROR);
  });

  it('leaves out games that were not left to chance', () => {
    const sure = [...games(50, 1, () => true), ...games(50, 0, () => false)];
    expect(balanceOf(sure)).to.deep.equal({ base: 0, candidate: 0, p: 1 });
  });

  it('does not take back what it has found', () => {
    const uneven = games(40, 0.5, () => true);
    const { p } = balanceOf(uneven);
    expect(balanceOf([...uneven, ...games(400, 0.5, (index) => index % 2 === 0)]).p).to.be.at.most(p);
  });
});
