import { expect } from 'chai';
import * as fc from 'fast-check';
import { eloToScore } from '../../src/stats/elo.js';
import { fitDeviations, fitMean, logLikelihoodRatio, normalLlr } from '../../src/stats/sprt.js';
import {
  sampleFromDifferences,
  sampleFromPairs,
  type ScoreSample,
  emptyPairCounts,
  addDifference,
  emptyDifferences,
} from '../../src/stats/sample.js';
import { mirrorDifferences, mirrorPairs } from '../support/mirrored.js';
import { penta } from '../support/penta.js';

/** Games that were not played in pairs: each game is a separate score. */
function trinomial(wins: number, losses: number, draws: number): ScoreSample {
  const categories = [
    { score: 0, count: losses },
    { score: 0.5, count: draws },
    { score: 1, count: wins },
  ];
  const count = wins + losses + draws;
  const mean = (wins + draws / 2) / count;
  return { count, mean, variance: (wins + draws / 4) / count - mean ** 2, categories };
}

const few = fc.nat({ max: 5 });
const many = fc.nat({ max: 5000 });
const anyCount = fc.oneof(fc.constant(0), few, many);
const anyCounts = fc.tuple(anyCount, anyCount, anyCount, anyCount, anyCount).map((cells) => penta(...cells));
const anyElo = fc.double({ min: -300, max: 300, noNaN: true });

describe('LLR of pair counts', () => {
  // app/tests/sprt_test.cpp of github.com/Disservin/fastchess, commit 0cbac49, "logistic pentanomial" and "logistic
  // trinomial"; there with two decimals.
  const fastchess = [
    {
      of: '223, 9863, 21279, 10037, 246',
      sample: sampleFromPairs(penta(223, 9863, 21279, 10037, 246)),
      elo0: 0.5,
      elo1: 2.5,
      llr: -3.07,
    },
    {
      of: '871, 26175, 55983, 26678, 821',
      sample: sampleFromPairs(penta(871, 26175, 55983, 26678, 821)),
      elo0: 0,
      elo1: 2,
      llr: -4.98,
    },
    { of: '21404 - 21184 - 40708', sample: trinomial(21404, 21184, 40708), elo0: 0.5, elo1: 2.5, llr: -1.57 },
    { of: '57433 - 57030 - 106593', sample: trinomial(57433, 57030, 106593), elo0: 0, elo1: 2, llr: -2.59 },
  ];
  for (const { of, sample, elo0, elo1, llr } of fastchess) {
    it(`is ${llr} for ${of} between ${elo0} and ${elo1}, as in fastchess`, () => {
      expect(logLikelihoodRatio(sample, { elo0, elo1 })).to.be.closeTo(llr, 0.006);
    });
  }

  // https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, a page of fishtest's software: "Logistic
  // (exact)" and "Logistic (alt)". It rounds elo1, 4 in normalised Elo, to 2.716.
  it('agrees with a raw statistics page, exact and approximate', () => {
    const sample = sampleFromPairs(penta(13, 37, 50, 25, 3));
    expect(logLikelihoodRatio(sample, { elo0: 0, elo1: 2.716 })).to.be.closeTo(-0.53772, 0.0001);
    expect(normalLlr(sample, 0.5, eloToScore(2.716))).to.be.closeTo(-0.52194, 0.0001);
  });

  // Bounds in normalised Elo: fastchess, pull request 783; reports of OpenBench in pull requests of cinder (734, 812,
  // 894), Quanticade (158), viridithas (210), Soul (25) and PlentyChess (213).
  const normalized: readonly (readonly [Parameters<typeof penta>, elo0: number, elo1: number, llr: number])[] = [
    [[379, 10170, 21828, 10640, 343], 0, 2, 2.946],
    [[134, 987, 1944, 1102, 147], -3, 1, 2.94],
    [[78, 2504, 5251, 2695, 95], 0, 3, 2.9],
    [[172, 2752, 5656, 2885, 227], 0, 3, 2.9],
    [[374, 7478, 16137, 7776, 389], 0, 3, 2.91],
    [[189, 845, 1540, 899, 214], -5, 0, 2.98],
    [[315, 1070, 1746, 1013, 310], 0, 5, -2.27],
    [[482, 2493, 4372, 2570, 545], 0, 5, 2.25],
    [[44, 241, 590, 413, 71], 0, 3, 2.91],
  ];
  for (const [counts, elo0, elo1, llr] of normalized) {
    it(`is ${llr} for ${counts.join(', ')} between ${elo0} and ${elo1} normalised Elo, as published`, () => {
      const sample = sampleFromPairs(penta(...counts));
      expect(logLikelihoodRatio(sample, { elo0, elo1, model: 'normalized' })).to.be.closeTo(llr, 0.006);
    });
  }

  it('fits shares whose mean is the given number of standard deviations above 1/2', () => {
    fc.assert(
      fc.property(anyCounts, fc.double({ min: -0.82, max: 0.82, noNaN: true }), (counts, deviations) => {
        const { count, categories } = sampleFromPairs(counts);
        const observed = categories!.map(({ score, count: seen }) => ({
          score,
          share: (seen + 1e-3) / (count + 5e-3),
        }));
        const shares = fitDeviations(observed, deviations);
        const mean = observed.reduce((sum, { score }, index) => sum + shares[index]! * score, 0);
        const variance = observed.reduce((sum, { score }, index) => sum + shares[index]! * (score - mean) ** 2, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-8);
        expect((mean - 0.5) / Math.sqrt(variance)).to.be.closeTo(deviations, 1e-6);
      }),
    );
  });

  it('is 0 without pairs', () => {
    expect(logLikelihoodRatio(sampleFromPairs(emptyPairCounts), { elo0: 0, elo1: 10 })).to.equal(0);
  });

  it('changes its sign when seen from the base', () => {
    fc.assert(
      fc.property(anyCounts, anyElo, anyElo, (counts, elo0, elo1) => {
        const here = logLikelihoodRatio(sampleFromPairs(counts), { elo0, elo1 });
        const there = logLikelihoodRatio(sampleFromPairs(mirrorPairs(counts)), { elo0: -elo1, elo1: -elo0 });
        expect(there).to.be.closeTo(-here, 1e-8 * (1 + Math.abs(here)));
      }),
    );
  });

  it('adds up over adjacent hypotheses', () => {
    fc.assert(
      fc.property(anyCounts, anyElo, anyElo, anyElo, (counts, one, two, three) => {
        const sample = sampleFromPairs(counts);
        const whole = logLikelihoodRatio(sample, { elo0: one, elo1: three });
        const first = logLikelihoodRatio(sample, { elo0: one, elo1: two });
        const second = logLikelihoodRatio(sample, { elo0: two, elo1: three });
        expect(first + second).to.be.closeTo(whole, 1e-8 * (1 + Math.abs(whole)));
      }),
    );
  });
});

describe('LLR of paired differences', () => {
  const anyDifferences = fc
    .array(fc.constantFrom(-1, -0.5, -0.25, 0, 0.25, 0.5, 1), { maxLength: 60 })
    .map((values) => values.reduce(addDifference, emptyDifferences));

  it('is close to the exact LLR of the same pairs', () => {
    const sample = sampleFromPairs(penta(60, 200, 410, 240, 90));
    const { count, mean, variance } = sample;
    const exact = logLikelihoodRatio(sample, { elo0: 0, elo1: 20 });
    const approximate = logLikelihoodRatio({ count, mean, variance }, { elo0: 0, elo1: 20 });
    expect(exact).to.be.above(2);
    expect(approximate).to.be.closeTo(exact, 0.05);
  });

  it('changes its sign when seen from the base', () => {
    fc.assert(
      fc.property(anyDifferences, anyElo, anyElo, (differences, elo0, elo1) => {
        const here = logLikelihoodRatio(sampleFromDifferences(differences), { elo0, elo1 });
        const there = logLikelihoodRatio(sampleFromDifferences(mirrorDifferences(differences)), {
          elo0: -elo1,
          elo1: -elo0,
        });
        expect(there).to.be.closeTo(-here, 1e-9 * (1 + Math.abs(here)));
      }),
    );
  });
});

describe('fitMean', () => {
  it('fits the given mean, and leaves shares that fit already', () => {
    const share = fc.double({ min: 1e-6, max: 1, noNaN: true });
    const mean = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(share, share, share, share, share), mean, (weights, wanted) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const observed = weights.map((weight, index) => ({ score: index / 4, share: weight / total }));
        const fitted = fitMean(observed, wanted);
        expect(fitted.reduce((sum, part) => sum + part, 0)).to.be.closeTo(1, 1e-7);
        expect(fitted.reduce((sum, part, index) => sum + (part * index) / 4, 0)).to.be.closeTo(wanted, 1e-7);

        const again = fitMean(
          fitted.map((part, index) => ({ score: index / 4, share: part })),
          wanted,
        );
        again.forEach((part, index) => expect(part).to.be.closeTo(fitted[index]!, 1e-6));
      }),
    );
  });
});
