import { expect } from 'chai';
import { formatVerdict } from '../../../src/arena/match/format-verdict.js';
import type { MatchOptions } from '../../../src/arena/match/match-options.js';
import { startTally, type MatchTally } from '../../../src/arena/match/match-tally.js';
import { penta } from '../../support/penta.js';
import { createMatch } from '../../support/contestants.js';

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

describe('formatVerdict', () => {
  let match: MatchOptions;
  before(async () => void (match = await createMatch('constant', 'random')));

  /** A match with these pairs, by the points of the candidate. */
  function tallyOf(...pairs: Parameters<typeof penta>): MatchTally {
    const total = pairs.reduce((sum, count) => sum + count, 0);
    return { ...startTally(match), pairs: total, pairScores: { kind: 'duels', counts: penta(...pairs) } };
  }

  const verdictOf = (tally: MatchTally, sprt: typeof SPRT | undefined) =>
    formatVerdict(tally, match, { sprt, maxPairs: 1000 });

  it('says that no pair was played', () => {
    expect(verdictOf(tallyOf(0, 0, 0, 0, 0), SPRT)).to.equal('No pair was played to its end.');
  });

  it('names the hypothesis that the test accepted', () => {
    expect(verdictOf(tallyOf(0, 0, 0, 0, 400), SPRT)).to.equal(
      '"random" is better than "constant": H1 accepted after 400 pairs.',
    );
    expect(verdictOf(tallyOf(400, 0, 0, 0, 0), SPRT)).to.equal(
      '"random" is no better than "constant": H0 accepted after 400 pairs.',
    );
  });

  it('says that the test needs more pairs', () => {
    expect(verdictOf(tallyOf(0, 0, 1, 0, 0), SPRT)).to.equal(
      'Undecided after 1 pair: the test needs more pairs to tell "random" from "constant".',
    );
  });

  it('gives score and likelihood if there is no test', () => {
    expect(verdictOf(tallyOf(1, 0, 2, 0, 1), undefined)).to.equal(
      '"random" scores 50.0 % against "constant" after 4 pairs: better with a likelihood of 50.0 %.',
    );
  });

  it('adds the errors of each contestant with the first reason', () => {
    const tally = tallyOf(0, 0, 4, 0, 0);
    const [base, candidate] = tally.sides;
    const sides = [
      { ...base!, lostTurns: 1, problem: 'late: no answer' },
      { ...candidate!, lostTurns: 2, crashes: 1, problem: 'late: no answer', crash: 'out of memory' },
    ];
    expect(verdictOf({ ...tally, sides }, undefined)).to.match(
      /\. "constant" lost 1 turn \(late: no answer\)\. "random" lost 2 turns and crashed 1 time \(out of memory\)\.$/,
    );
  });
});
