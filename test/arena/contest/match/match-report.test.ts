import { expect } from 'chai';
import type { GameRecord } from '../../../../src/arena/contest/game-record.js';
import { createPairings, type MatchPlan, type MatchPairing } from '../../../../src/arena/contest/match/match-plan.js';
import { reportMatch } from '../../../../src/arena/contest/match/match-report.js';
import { scheduleMatch, type MatchTally } from '../../../../src/arena/contest/match/match-tally.js';
import { createMatch } from '../../../support/contestants.js';
import { penta } from '../../../support/penta.js';

describe('reportMatch', () => {
  it('reports a duel from both sides, with names, options and code', async () => {
    const match = await createMatch('constant', 'random');
    const report = reportOnePair(match, ({ seats }) => createPlayed(seats.map((side) => side)));
    expect(report).to.deep.include({ games: 2, pairs: 1, snakes: 2, score: 1, didNotPlay: [] });
    expect(report.candidate).to.deep.include({ games: 2, wins: 2, draws: 0, losses: 0, score: 1, name: 'random' });
    expect(report.base).to.deep.include({ games: 2, wins: 0, draws: 0, losses: 2, score: 0, label: 'constant' });
    for (const side of [report.base, report.candidate]) {
      expect(side.options).to.deep.equal({});
      expect(side.code).to.match(/^[\da-f]{16}$/);
    }
  });

  it('writes an infinite Elo as such, also as JSON', async () => {
    const match = await createMatch('constant', 'random');
    const report = reportOnePair(match, ({ seats }) => createPlayed(seats.map((side) => side)));
    expect(report).to.include({ elo: 'Infinity', eloError: 'Infinity', eloHigh: 'Infinity' });
    expect(report.eloLow).to.be.a('number');
    const lost = reportOnePair(match, ({ seats }) => createPlayed(seats.map((side) => 1 - side)));
    expect(JSON.parse(JSON.stringify(lost))).to.deep.include({ elo: '-Infinity', eloLow: '-Infinity' });
  });

  it('shows what the base scored in the place of the candidate, and a score that follows from both', async () => {
    const match = { ...(await createMatch('constant', 'random', 'dice')), snakes: 4 };
    // The candidate wins three of its four games, the base all four.
    const report = reportOnePair(match, ({ seats, subject, game }) =>
      createPlayed(seats.map((_, seat) => (seat === subject && game > 0 ? 1 : 0.25))),
    );
    expect(report).to.deep.include({ games: 8, pairs: 1, pentanomial: null });
    expect(report.candidate).to.deep.include({ games: 4, wins: 3, draws: 1, losses: 0, score: 3.25 / 4 });
    expect(report.base).to.deep.include({ games: 4, wins: 4, draws: 0, losses: 0, score: 1 });
    expect(report.score).to.equal(0.5 + (report.candidate.score - report.base.score) / 2);
    expect(report.opponents.map(({ name }) => name)).to.deep.equal(['dice']);
  });

  it('names a contestant that crashed', async () => {
    const match = await createMatch('constant', 'random');
    const report = reportOnePair(match, ({ seats, game }) =>
      game === 0
        ? { kind: 'crashed', seat: seats.indexOf(0), reason: 'it went', seed: 's', turn: 3 }
        : createPlayed([1, 0]),
    );
    expect(report).to.deep.include({ games: 2, score: 1, elo: 'Infinity', verdict: null });
    expect(report.candidate).to.deep.include({ wins: 2, crashes: 0 });
    expect(report.base.crashes).to.equal(1);
    expect(report.sentence).to.match(/Base constant crashed 1 time \(on turn 3 of the seed "s": it went\)\.$/);
  });

  it('lists the contestants that never played', async () => {
    const match = await createMatch('constant', 'random');
    const report = reportOnePair(match, ({ seats }) => createPlayed([1, 0], seats.indexOf(1)));
    expect(report.didNotPlay).to.deep.equal(['candidate']);
    expect(report.candidate).to.include({ answers: 20, ownMoves: 0 });
    expect(report.sentence).to.match(/^Candidate random did not play: none of its 20 moves was its own/);
  });

  it('gives times that are no shorter than those measured', async () => {
    const match = await createMatch('constant', 'random');
    // Bucket 80 holds what takes from 0.979 ms to 1.068 ms.
    const { took } = reportOnePair(match, () => createPlayed([1, 0])).base;
    expect(took.p50).to.be.within(1.06, 1.07);
    expect(took.p99).to.equal(took.p50);
  });
});

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

describe('the sentence of reportMatch', () => {
  let match: MatchPlan;
  before(async () => void (match = await createMatch('constant', 'random')));

  /** A match with these pairs, by the points of the candidate. */
  function tallyOf(...pairs: Parameters<typeof penta>): MatchTally {
    const total = pairs.reduce((sum, count) => sum + count, 0);
    return { ...scheduleMatch(match).start, pairs: total, pairScores: { kind: 'duels', counts: penta(...pairs) } };
  }

  const verdictOf = (tally: MatchTally, sprt: typeof SPRT | undefined) =>
    reportMatch(tally, { ...match, sprt }).sentence;

  it('says that no pair was played', () => {
    expect(verdictOf(tallyOf(0, 0, 0, 0, 0), SPRT)).to.equal('No pair was completed.');
  });

  it('names the hypothesis that the test accepted', () => {
    expect(verdictOf(tallyOf(0, 0, 0, 0, 400), SPRT)).to.equal(
      'Candidate random is better than base constant: H1 accepted after 400 pairs.',
    );
    expect(verdictOf(tallyOf(400, 0, 0, 0, 0), SPRT)).to.equal(
      'Candidate random is no better than base constant: H0 accepted after 400 pairs.',
    );
  });

  it('explains why a side that is surely better is not accepted, and what decides sooner', () => {
    expect(verdictOf(tallyOf(2, 0, 19, 0, 9), SPRT)).to.equal(
      'Undecided after 30 pairs: candidate random is better than base constant with a probability of 98.9 %, ' +
        'but the test asks for more: H1 is 10 Elo, H0 is 0 Elo. At this rate, the test decides after about ' +
        '280 more games. A new match with --sprt elo1=50 decides sooner.',
    );
  });

  it('does not call a side surely better that is not', () => {
    expect(verdictOf(tallyOf(0, 0, 1, 0, 0), SPRT)).to.match(
      /^Undecided after 1 pair: candidate random is better than base constant with a probability of 50\.0 %\. The test asks for more: H1 is 10 Elo, H0 is 0 Elo\. With fewer than 30 pairs, that probability is a rough guess\.$/,
    );
  });

  it('gives score and probability if there is no test, and the games that would make it sure', () => {
    expect(verdictOf(tallyOf(10, 0, 20, 0, 11), undefined)).to.match(
      /^Candidate random scores 51\.2 % against base constant after 41 pairs: better with a probability of 58\.6 %\. At this rate, a match without --games decides after about \d+ games\.$/,
    );
    expect(verdictOf(tallyOf(10, 0, 20, 0, 10), undefined)).to.match(/50\.0 %\. So far there is no difference\.$/);
    expect(verdictOf(tallyOf(0, 0, 10, 0, 400), undefined)).to.match(/better with a probability of > 99\.9 %\.$/);
  });

  it('names both sides with their options', async () => {
    const [base, candidate] = match.contestants.map((one, index) => {
      if (one.kind !== 'local') throw new Error('not a strategy');
      return { ...one, config: { ...one.config, name: 'hunter', options: { food: index } } };
    });
    const variants = { ...match, contestants: [base!, candidate!] as const, sprt: SPRT };
    expect(reportMatch(tallyOf(0, 0, 0, 0, 400), variants).sentence).to.equal(
      'Candidate hunter {"food":1} is better than base hunter {"food":0}: H1 accepted after 400 pairs.',
    );
  });

  it('adds the errors of each contestant with the first reason', () => {
    const tally = tallyOf(0, 0, 4, 0, 0);
    const [base, candidate] = tally.sides;
    const played = { answers: 10, ownMoves: 8 };
    const sides = [
      { ...base!, ...played, lostTurns: 1, failures: 20, problem: 'failed: move threw: boom (at base.ts:4:34)' },
      { ...candidate!, ...played, lostTurns: 2, failures: 1, crashes: 1, problem: 'late', crash: 'out of memory' },
    ];
    for (const test of [undefined, SPRT]) {
      expect(verdictOf({ ...tally, sides }, test)).to.match(
        /\. Base constant lost 1 turn and failed on 20 turns \(failed: move threw: boom \(at base\.ts:4:34\)\)\. Candidate random lost 2 turns, failed on 1 turn and crashed 1 time \(out of memory\)\.$/,
      );
    }
  });

  it('gives no verdict on a side that never played', () => {
    const tally = tallyOf(0, 0, 0, 0, 400);
    const [base, candidate] = tally.sides;
    const silent = { ...base!, answers: 193, fallbacks: 193, problem: 'failed: move threw' };
    const crashed = { ...base!, crashes: 800, crash: 'the process exited' };
    const playing = { ...candidate!, answers: 193, ownMoves: 193 };
    expect(verdictOf({ ...tally, sides: [silent, playing] }, SPRT)).to.equal(
      'Base constant did not play: none of its 193 moves was its own (failed: move threw). ' +
        'Therefore this match says nothing about who is better.',
    );
    expect(verdictOf({ ...tally, sides: [crashed, playing] }, SPRT)).to.match(
      /^Base constant crashed all of its 800 games \(the process exited\)\. Therefore/,
    );
  });
});

function reportOnePair(match: MatchPlan, play: (pairing: MatchPairing) => GameRecord) {
  const pairings = createPairings(match, 0);
  const { start, fold } = scheduleMatch(match);
  return reportMatch(fold(start, pairings, pairings.map(play)), match);
}

/** @param silent the seat whose moves were not its own, if any. */
function createPlayed(scores: readonly number[], silent?: number): GameRecord {
  return {
    kind: 'played',
    turns: 10,
    scores,
    seats: scores.map((_, seat) => ({
      answers: 10,
      ownMoves: seat === silent ? 0 : 10,
      lostTurns: 0,
      failures: 0,
      fallbacks: 0,
      took: { 80: 10 },
      length: 3,
    })),
  };
}
