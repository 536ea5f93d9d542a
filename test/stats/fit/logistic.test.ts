import { expect } from 'chai';
import { fitLogistic, logLoss, type Observation } from '../../../src/stats/fit/logistic.js';
import { createRandom } from '../../support/simulated-sprt.js';

const OPEN = { means: [0], precisions: [1e-9] };

describe('fitLogistic', () => {
  it('finds the logit of a share, with the error of a binomial', () => {
    const observations: Observation[] = [
      { features: [1], outcome: 1, weight: 30 },
      { features: [1], outcome: 0, weight: 10 },
    ];
    const { weights, errors } = fitLogistic(observations, OPEN);
    expect(weights[0]).to.be.closeTo(Math.log(3), 1e-6);
    expect(errors[0]).to.be.closeTo(Math.sqrt(1 / (40 * 0.75 * 0.25)), 1e-6);
    expect(logLoss(observations, weights)).to.be.closeTo(-0.75 * Math.log(0.75) - 0.25 * Math.log(0.25), 1e-9);
  });

  it('stays at what was believed where the observations say nothing', () => {
    const observations: Observation[] = [{ features: [1, 0], outcome: 1, weight: 5 }];
    const { weights } = fitLogistic(observations, { means: [0, 7], precisions: [1, 1] });
    expect(weights[0]).to.be.within(0.5, 3);
    expect(weights[1]).to.equal(7);
  });

  it('recovers known weights within their errors', () => {
    const truth = [1.5, -0.7, 0];
    const random = createRandom(9);
    const observations = Array.from({ length: 3000 }, (): Observation => {
      const features = truth.map(() => 2 * random() - 1);
      const chance = 1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + value * truth[index]!, 0)));
      return { features, outcome: Number(random() < chance), weight: 1 };
    });
    const { weights, errors } = fitLogistic(observations, { means: [0, 0, 0], precisions: [1e-9, 1e-9, 1e-9] });
    truth.forEach((one, index) => {
      expect(errors[index]).to.be.within(0.05, 0.1);
      expect(Math.abs(weights[index]! - one)).to.be.below(3 * errors[index]!);
    });
  });
});
