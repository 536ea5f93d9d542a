import { expect } from 'chai';
import { forecastPairs } from '../../../../src/arena/contest/match/forecast.js';
import { startTally, type MatchTally } from '../../../../src/arena/contest/match/match-tally.js';
import { evaluateMatch } from '../../../../src/arena/contest/match/stop-condition.js';
import { createMatch } from '../../../support/contestants.js';
import { penta } from '../../../support/penta.js';

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };
const TEST = { sprt: SPRT, maxPairs: 10_000 };
const FIXED = { sprt: undefined, maxPairs: 10_000 };

describe('forecastPairs', () => {
  let start: MatchTally;
  before(async () => (start = startTally(await createMatch('constant', 'random'))));

  /** A match with these pairs, each count times `growth`. */
  function tallyOf(counts: Parameters<typeof penta>, growth = 1): MatchTally {
    const grown = counts.map((count) => Math.round(count * growth)) as Parameters<typeof penta>;
    const pairs = grown.reduce((sum, count) => sum + count, 0);
    return { ...start, pairs, pairScores: { kind: 'duels', counts: penta(...grown) } };
  }

  it('knows nothing before the first pair', () => {
    expect(forecastPairs(start, TEST)).to.equal(undefined);
    expect(forecastPairs(start, FIXED)).to.equal(undefined);
  });

  it('is the pairs after which the test decides if they score alike', () => {
    for (const counts of [
      [2, 0, 19, 0, 9],
      [9, 0, 19, 0, 2],
    ] as Parameters<typeof penta>[]) {
      const missing = forecastPairs(tallyOf(counts), TEST)!;
      const growth = (30 + missing) / 30;
      expect(evaluateMatch(tallyOf(counts, growth * 1.03), TEST)!.verdict).to.not.equal('undecided');
      expect(evaluateMatch(tallyOf(counts, growth * 0.97), TEST)!.verdict).to.equal('undecided');
    }
  });

  it('is 0 once the test has decided', () => {
    expect(forecastPairs(tallyOf([0, 0, 0, 0, 400]), TEST)).to.equal(0);
  });

  it('is, without a test, the pairs that take 0 out of the 95 % interval', () => {
    // The mean is 22/42, the standard deviation 0.2662: (1.96 × 0.2662 × 42)² is 480.2 pairs, and 42 are played.
    expect(forecastPairs(tallyOf([0, 20, 0, 20, 2]), FIXED)).to.equal(439);
    expect(forecastPairs(tallyOf([10, 0, 20, 0, 10]), FIXED)).to.equal(undefined);
    expect(forecastPairs(tallyOf([0, 0, 10, 0, 30]), FIXED)).to.equal(0);
  });

  it('grows with the square of a difference that shrinks', () => {
    const large = forecastPairs(tallyOf([400, 0, 0, 0, 440]), FIXED)! + 840;
    const small = forecastPairs(tallyOf([400, 0, 0, 0, 420]), FIXED)! + 820;
    expect(small / large).to.be.within(3.6, 4.2);
  });
});
