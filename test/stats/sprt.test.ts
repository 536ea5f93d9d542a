import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  sampleFromDifferences,
  sampleFromPairs,
  addPair,
  emptyPairCounts,
  addDifference,
  emptyDifferences,
} from '../../src/stats/sample.js';
import { ELO_MODELS, evaluateSprt, type SprtParameters } from '../../src/stats/sprt.js';
import { duels, foursomes, simulateMany } from '../support/simulated-sprt.js';
import { penta } from '../support/penta.js';

const parameters: SprtParameters = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

describe('evaluateSprt', () => {
  it('has the bounds ±2.94 for alpha and beta 0.05', () => {
    const report = evaluateSprt(sampleFromPairs(emptyPairCounts), parameters);
    expect(report.lower).to.be.closeTo(-2.9444, 0.00005);
    expect(report.upper).to.be.closeTo(2.9444, 0.00005);
    expect(report).to.include({ llr: 0, verdict: 'undecided' });
  });

  it('has the bounds of OpenBench for alpha 0.1 and beta 0.05: -2.89 and 2.25', () => {
    const { lower, upper } = evaluateSprt(sampleFromPairs(emptyPairCounts), { ...parameters, alpha: 0.1 });
    expect(lower).to.be.closeTo(-2.89, 0.005);
    expect(upper).to.be.closeTo(2.25, 0.005);
  });

  it('accepts H1 if every game is won, and H0 if every game is lost', () => {
    expect(evaluateSprt(sampleFromPairs(penta(0, 0, 0, 0, 10)), parameters).verdict).to.equal('undecided');
    expect(evaluateSprt(sampleFromPairs(penta(0, 0, 0, 0, 200)), parameters).verdict).to.equal('H1');
    expect(evaluateSprt(sampleFromPairs(penta(200, 0, 0, 0, 0)), parameters).verdict).to.equal('H0');
  });

  it('never accepts H1 for two equal variants that score 1–1 in every pair', () => {
    let counts = emptyPairCounts;
    let differences = emptyDifferences;
    const verdicts = new Set<string>();
    for (let pair = 0; pair < 500; pair++) {
      counts = addPair(counts, 1, 0);
      differences = addDifference(differences, 0);
      verdicts.add(evaluateSprt(sampleFromPairs(counts), parameters).verdict);
      verdicts.add(evaluateSprt(sampleFromDifferences(differences), parameters).verdict);
    }
    expect([...verdicts]).to.deep.equal(['undecided', 'H0']);
  });

  it('stays undecided for the first five pairs, whatever their results', () => {
    const outcome = fc.constantFrom(-1, -0.5, 0, 0.5, 1);
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 5 }), fc.integer({ min: 0, max: 20 }), (values, elo0) => {
        const test = { ...parameters, elo0, elo1: elo0 + 10 };
        const differences = sampleFromDifferences(values.reduce(addDifference, emptyDifferences));
        const counts = values.reduce(
          (sum, value) => addPair(sum, value < 0 ? 0 : 1, value > 0 ? 1 : 0),
          emptyPairCounts,
        );
        expect(evaluateSprt(differences, test).verdict).to.equal('undecided');
        expect(evaluateSprt(sampleFromPairs(counts), test).verdict).to.equal('undecided');
      }),
    );
  });
});

describe('a few hundred simulated matches', () => {
  const runs = 400;
  // Two standard deviations of a share of 0.05 among 400 are 0.022. The seed is fixed, so the result is always the
  // same.
  for (const [kind, model] of [duels, foursomes].flatMap((each) => ELO_MODELS.map((named) => [each, named] as const))) {
    it(`err about as often as alpha and beta allow (${kind.name}, ${model} Elo)`, () => {
      const quick = { ...parameters, elo1: 30, model };
      const underH0 = simulateMany(kind, quick.elo0, quick, runs, 1);
      const underH1 = simulateMany(kind, quick.elo1, quick, runs, 100_001);
      expect(underH0.accepted).to.be.within(0.01, 0.075);
      expect(1 - underH1.accepted).to.be.within(0.01, 0.075);
    });
  }
});
