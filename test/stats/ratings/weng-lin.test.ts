import { expect } from 'chai';
import { NEW_RATING, ordinalOf, rateGame, type WengLinRating } from '../../../src/stats/ratings/weng-lin.js';
import { createRandom } from '../../support/simulated-sprt.js';

describe('rateGame', () => {
  it('moves two new players as other implementations of the paper do', () => {
    const [winner, loser] = rateGame([NEW_RATING, NEW_RATING], [1, 2]);
    expect(winner!.mean).to.be.closeTo(27.63523138347365, 1e-9);
    expect(loser!.mean).to.be.closeTo(22.36476861652635, 1e-9);
    expect(winner!.deviation).to.be.closeTo(8.065506316323548, 1e-9);
    expect(loser!.deviation).to.equal(winner!.deviation);
  });

  it('moves the uncertain player of an upset most: by hand', () => {
    const known = { mean: 42, deviation: 1.3 };
    const [first, second] = rateGame([known, NEW_RATING], [1, 2]);
    // c² = 1.69 + 69.44 + 34.72, p = 1 / (1 + exp(-17 / c)) = 0.8392; shifts are σ² / c (1 - p).
    expect(first!.mean).to.be.closeTo(42.0264, 0.0001);
    expect(second!.mean).to.be.closeTo(23.9146, 0.0005);
    expect(second!.deviation).to.be.closeTo(8.029, 0.001);
  });

  it('compares each of three players with both others', () => {
    const [first, second, third] = rateGame([NEW_RATING, NEW_RATING, NEW_RATING], [1, 2, 3]);
    expect(first!.mean).to.be.closeTo(25 + 2 * 2.63523138347365, 1e-9);
    expect(second!.mean).to.be.closeTo(25, 1e-9);
    expect(third!.mean).to.be.closeTo(25 - 2 * 2.63523138347365, 1e-9);
    expect(first!.deviation).to.be.closeTo((25 / 3) * Math.sqrt(1 - 2 * (1 - (8.065506316323548 * 0.12) ** 2)), 1e-6);
  });

  it('moves no mean on a draw of equals, and is more certain', () => {
    const rated = rateGame([NEW_RATING, NEW_RATING], [1.5, 1.5]);
    for (const { mean, deviation } of rated) {
      expect(mean).to.equal(25);
      expect(deviation).to.be.below(NEW_RATING.deviation);
    }
  });

  it('finds the order of known strengths', () => {
    const skills = [32, 28, 25, 22, 18];
    const random = createRandom(3);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    let ratings: WengLinRating[] = skills.map(() => NEW_RATING);
    for (let game = 0; game < 400; game++) {
      const performances = skills.map((skill) => skill + (25 / 6) * normal());
      const places = performances.map((mine) => 1 + performances.filter((other) => other > mine).length);
      ratings = rateGame(ratings, places);
    }
    const ordinals = ratings.map(ordinalOf);
    expect(ordinals).to.deep.equal(ordinals.toSorted((a, b) => b - a));
    expect(ratings.every(({ deviation }) => deviation < 1.5)).to.equal(true);
  });
});
