import { expect } from 'chai';
import {
  scheduleMatch,
  evaluateMatch,
  toSample,
  type MatchTally,
} from '../../../src/arena/contest/match/match-tally.js';
import { forecast } from '../../../src/arena/contest/sample-report.js';
import type { SprtParameters } from '../../../src/stats/sprt.js';
import { createMatch } from '../../support/contestants.js';
import { penta } from '../../support/penta.js';

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };
const TEST = { sprt: SPRT, maxPairs: 10_000 };
const FIXED = { sprt: undefined, maxPairs: 10_000 };

const forecastPairs = (tally: MatchTally, { sprt }: { readonly sprt: SprtParameters | undefined }) =>
  forecast(toSample(tally), sprt);

describe('forecast', () => {
  let start: MatchTally;
  before(async () => (start = scheduleMatch(await createMatch('constant', 'random')).start));

  /** A match with these pairs, each count times `growth`. */
  function tallyOf(counts: Parameters<typeof penta>, growth = 1): MatchTally {
    const grown = counts.map((count) => Math.round(count * growth)) as Parameters<typeof penta>;
    const pairs = grown.reduce((sum, count) => sum + count, 0);
    return { ...start, pairs, pairScores: { kind: 'duels', counts: penta(...grown) } };
  }

  it('knows nothing before 30 pairs', () => {
    for (const condition of [TEST, FIXED]) {
      expect(forecastPairs(start, condition)).to.equal(undefined);
      expect(forecastPairs(tallyOf([0, 0, 1, 0, 0]), condition)).to.equal(undefined);
      expect(forecastPairs(tallyOf([2, 0, 19, 0, 8]), condition)).to.equal(undefined);
      expect(forecastPairs(tallyOf([2, 0, 19, 0, 9]), condition)).to.be.above(0);
    }
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
    const bold = { ...TEST, sprt: { ...SPRT, elo1: 400 } };
    expect(evaluateMatch(tallyOf([0, 0, 0, 0, 25]), bold)!.verdict).to.equal('H1');
    expect(forecastPairs(tallyOf([0, 0, 0, 0, 25]), bold)).to.equal(0);
  });

  it('is, without a test, what the default test needs', () => {
    for (const counts of [
      [0, 20, 0, 20, 2],
      [10, 0, 20, 0, 10],
      [0, 0, 10, 0, 30],
    ] as Parameters<typeof penta>[]) {
      expect(forecastPairs(tallyOf(counts), FIXED)).to.equal(forecastPairs(tallyOf(counts), TEST));
    }
  });
});
