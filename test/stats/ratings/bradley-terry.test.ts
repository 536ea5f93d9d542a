import { expect } from 'chai';
import { fitBradleyTerry } from '../../../src/stats/ratings/bradley-terry.js';
import { createRandom } from '../../support/simulated-sprt.js';

const LOGIT = 400 / Math.LN10;

/** American League 1987, seven teams of the Eastern division, wins of the row: Agresti, "Categorical Data Analysis". */
const BASEBALL = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];

describe('fitBradleyTerry', () => {
  it('finds the published fit of the baseball season of 1987', () => {
    const { elo, isFinite } = fitBradleyTerry(BASEBALL);
    // Relative to Baltimore, as R's BradleyTerry2 prints them.
    const logits = elo.map((one) => (one - elo[6]!) / LOGIT);
    const published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0];
    published.forEach((value, team) => expect(logits[team]).to.be.closeTo(value, 0.00006));
    expect(isFinite).to.equal(true);
    expect(elo.reduce((sum, one) => sum + one, 0)).to.be.closeTo(0, 1e-6);
  });

  it('finds the logit of a score of two players, with the error of a binomial', () => {
    const { elo, errors } = fitBradleyTerry([
      [0, 30],
      [10, 0],
    ]);
    expect((elo[0]! - elo[1]!) / LOGIT).to.be.closeTo(Math.log(3), 1e-9);
    // The difference has the variance 1 / (n p q); each rating has half of the difference, and half of its error.
    expect(errors[0]! / LOGIT).to.be.closeTo(Math.sqrt(1 / (40 * 0.75 * 0.25)) / 2, 1e-9);
  });

  it('bounds a player who won everything, and marks the rating as not finite', () => {
    const { elo, errors, isFinite } = fitBradleyTerry([
      [0, 20, 20],
      [0, 0, 10],
      [0, 10, 0],
    ]);
    expect(isFinite).to.equal(false);
    expect(elo[0]).to.be.within(400, 900);
    expect(elo[1]).to.be.closeTo(elo[2]!, 1e-6);
    expect(errors[0]).to.be.above(errors[1]!);
  });

  it('is finite while players have not met', () => {
    const { elo, errors, isFinite } = fitBradleyTerry([
      [0, 0],
      [0, 0],
    ]);
    expect([elo, isFinite]).to.deep.equal([[0, 0], false]);
    expect(errors.every(Number.isFinite)).to.equal(true);
  });

  it('recovers known strengths within its errors', () => {
    const truth = [150, 80, 20, -50, -200];
    const random = createRandom(7);
    let covered = 0;
    let all = 0;
    for (let run = 0; run < 200; run++) {
      const points = truth.map(() => truth.map(() => 0));
      for (let row = 0; row < truth.length; row++) {
        for (let column = 0; column < row; column++) {
          const chance = 1 / (1 + 10 ** ((truth[column]! - truth[row]!) / 400));
          for (let game = 0; game < 100; game++) {
            if (random() < chance) points[row]![column]! += 1;
            else points[column]![row]! += 1;
          }
        }
      }
      const { elo, errors } = fitBradleyTerry(points);
      truth.forEach((one, player) => {
        all += 1;
        covered += Number(Math.abs(elo[player]! - one) < 1.96 * errors[player]!);
      });
    }
    expect(covered / all).to.be.within(0.93, 0.97);
  });
});
