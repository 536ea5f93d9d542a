import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  eloToScore,
  estimateElo,
  estimateNormalizedElo,
  likelihoodOfSuperiority,
  scoreToElo,
  type EloEstimate,
} from '../../src/stats/elo.js';
import { normalCdf } from '../../src/stats/normal.js';
import {
  sampleFromDifferences,
  sampleFromPairs,
  standardDeviation,
  emptyPairCounts,
  type PairCounts,
} from '../../src/stats/sample.js';
import { mirrorPairs } from '../support/mirrored.js';
import { penta } from '../support/penta.js';

type Pair = readonly [number, number];

interface Published {
  readonly counts: PairCounts;
  /** Estimate and error. */
  readonly elo: Pair;
}

function expectEstimate(estimate: Pick<EloEstimate, 'elo' | 'error'>, elo: number, error: number): void {
  expect(estimate.elo).to.be.closeTo(elo, 0.006);
  expect(estimate.error).to.be.closeTo(error, 0.006);
}

describe('normalCdf', () => {
  it('agrees with the table of Abramowitz and Stegun, 26.1', () => {
    expect(normalCdf(0)).to.equal(0.5);
    expect(normalCdf(1)).to.be.closeTo(0.841344746068543, 1e-15);
    expect(normalCdf(2)).to.be.closeTo(0.977249868051821, 1e-15);
    expect(normalCdf(-3)).to.be.closeTo(0.001349898031630095, 1e-15);
    expect([normalCdf(-40), normalCdf(40)]).to.deep.equal([0, 1]);
  });
});

describe('logistic Elo', () => {
  it('agrees with known points of the curve', () => {
    expect(eloToScore(0)).to.equal(0.5);
    expect(eloToScore(400)).to.be.closeTo(10 / 11, 1e-15);
    expect(scoreToElo(0.75)).to.be.closeTo(190.848501887865, 1e-9);
    expect([scoreToElo(0), scoreToElo(1)]).to.deep.equal([-Infinity, Infinity]);
  });

  it('converts Elo to a score and back', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (elo) => {
        expect(scoreToElo(eloToScore(elo))).to.be.closeTo(elo, 1e-8);
      }),
    );
  });
});

describe('Elo of pair counts', () => {
  // app/tests/elo_test.cpp of github.com/Disservin/fastchess, commit 2f5e888; counts in the order LL, LD, WL, DD, WD,
  // WW.
  const fastchess: readonly (Published & { normalized: Pair; los: number })[] = [
    {
      counts: { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 },
      elo: [55.58, 27.65],
      normalized: [57.94, 28.28],
      los: 1,
    },
    {
      counts: { ll: 332, ld: 433, wl: 457, dd: 41, wd: 333, ww: 334 },
      elo: [-8.64, 10.33],
      normalized: [-9.17, 10.96],
      los: 0.0505,
    },
    {
      counts: { ll: 7895, ld: 8757, wl: 5485, dd: 200, wd: 568, ww: 9999 },
      elo: [-21.04, 2.95],
      normalized: [-19.01, 2.65],
      los: 0,
    },
  ];
  for (const { counts, elo, normalized, los } of fastchess) {
    it(`is ${elo.join(' ± ')} as fastchess has it`, () => {
      const sample = sampleFromPairs(counts);
      expectEstimate(estimateElo(sample), ...elo);
      expectEstimate(estimateNormalizedElo(sample)!, ...normalized);
      expect(likelihoodOfSuperiority(sample)).to.be.closeTo(los, 0.00005);
    });
  }

  // Reports of OpenBench, quoted in pull requests: Yoshie2000/PlentyChess 334, kelseyde/calvin-chess-engine 301.
  const openbench: readonly Published[] = [
    { counts: penta(214, 8992, 19871, 9102, 235), elo: [0.69, 1.25] },
    { counts: penta(5, 942, 2469, 1050, 5), elo: [4.2, 3.43] },
    { counts: penta(34, 635, 1322, 712, 50), elo: [6.88, 5.07] },
    { counts: penta(49, 947, 2132, 1094, 33), elo: [4.7, 3.89] },
  ];
  for (const { counts, elo } of openbench) {
    it(`is ${elo.join(' ± ')} as OpenBench has it`, () => {
      expectEstimate(estimateElo(sampleFromPairs(counts)), ...elo);
    });
  }

  it('has the normalised Elo that fastchess prints (its pull request 783)', () => {
    expectEstimate(estimateNormalizedElo(sampleFromPairs(penta(379, 10170, 21828, 10640, 343)))!, 3.05, 2.31);
  });

  // https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, a page of fishtest's software.
  it('has the mean, the variance and the normalised Elo of a raw statistics page', () => {
    const sample = sampleFromPairs(penta(13, 37, 50, 25, 3));
    expect(sample.mean).to.equal(0.4375);
    expect(sample.variance).to.be.closeTo(0.05762, 0.000005);
    expect(estimateNormalizedElo(sample)!.elo).to.be.closeTo(-63.97, 0.005);
  });

  it('has no normalised Elo while all pairs have the same score', () => {
    for (const counts of [penta(0, 0, 0, 0, 3), penta(0, 0, 7, 0, 0), emptyPairCounts])
      expect(estimateNormalizedElo(sampleFromPairs(counts))).to.equal(undefined);
    expect(estimateNormalizedElo(sampleFromPairs(penta(0, 0, 0, 1, 9)))!.elo).to.be.greaterThan(400);
  });

  it('changes its sign when seen from the base', () => {
    const natural = fc.nat({ max: 1000 });
    fc.assert(
      fc.property(fc.tuple(natural, natural, natural, natural, natural), (cells) => {
        const counts = penta(...cells);
        const [here, there] = [estimateElo(sampleFromPairs(counts)), estimateElo(sampleFromPairs(mirrorPairs(counts)))];
        // Near a score of 1 the curve is so steep that the last bit of the score shows in Elo.
        if (Number.isFinite(here.elo)) expect(there.elo).to.be.closeTo(-here.elo, 1e-6);
        else expect(there.elo).to.equal(-here.elo);
        const [los, mirrored] = [sampleFromPairs(counts), sampleFromPairs(mirrorPairs(counts))].map(
          likelihoodOfSuperiority,
        );
        expect(los! + mirrored!).to.be.closeTo(1, 1e-9);
      }),
    );
  });
});

describe('Elo of extreme samples', () => {
  it('is 0 with infinite error without pairs', () => {
    const sample = sampleFromPairs(emptyPairCounts);
    expect(estimateElo(sample)).to.deep.equal({ elo: 0, low: -Infinity, high: Infinity, error: Infinity });
    expect(likelihoodOfSuperiority(sample)).to.equal(0.5);
  });

  it('has a lower bound when every game is won', () => {
    const estimate = estimateElo(sampleFromPairs(penta(0, 0, 0, 0, 100)));
    expect(estimate.elo).to.equal(Infinity);
    expect(estimate.high).to.equal(Infinity);
    expect(estimate.low).to.be.within(300, 1000);
  });

  it('keeps an error that shrinks when every game is drawn', () => {
    const errors = [1, 10, 100, 1000].map((pairs) => estimateElo(sampleFromPairs(penta(0, 0, pairs, 0, 0))).error);
    expect(errors[0]).to.be.above(300);
    expect(errors[2]).to.be.within(5, 10);
    expect(errors.toSorted((one, other) => other - one)).to.deep.equal(errors);
    expect(likelihoodOfSuperiority(sampleFromPairs(penta(0, 0, 10, 0, 0)))).to.equal(0.5);
  });

  it('is never NaN', () => {
    const few = fc.nat({ max: 3 });
    fc.assert(
      fc.property(fc.tuple(few, few, few, few, few), (cells) => {
        const sample = sampleFromPairs(penta(...cells));
        const { count, mean, variance } = sample;
        for (const one of [
          sample,
          sampleFromDifferences({ count, mean: 2 * mean - 1, squares: 4 * variance * count }),
        ]) {
          const figures = [...Object.values(estimateElo(one)), standardDeviation(one)];
          for (const figure of [...figures, likelihoodOfSuperiority(one)]) expect(figure).not.to.be.NaN;
        }
      }),
    );
  });
});
