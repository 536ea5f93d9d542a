import { expect } from 'chai';
import type { GameRecord } from '../../../../src/arena/contest/game-record.js';
import { createPairings, type MatchPlan, type MatchPairing } from '../../../../src/arena/contest/match/match-plan.js';
import { reportMatch } from '../../../../src/arena/contest/match/match-report.js';
import { foldPair, startTally } from '../../../../src/arena/contest/match/match-tally.js';
import { createMatch } from '../../../support/contestants.js';

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
    // The candidate wins three of its four games, the base all of its own.
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
      game === 0 ? { kind: 'crashed', seat: seats.indexOf(0), reason: 'it went' } : createPlayed([1, 0]),
    );
    expect(report).to.deep.include({ games: 2, score: 1, elo: 'Infinity', verdict: null });
    expect(report.candidate).to.deep.include({ wins: 2, crashes: 0 });
    expect(report.base.crashes).to.equal(1);
    expect(report.sentence).to.match(/Base constant crashed 1 time \(it went\)\.$/);
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

function reportOnePair(match: MatchPlan, play: (pairing: MatchPairing) => GameRecord) {
  const pairings = createPairings(match, 0);
  return reportMatch(foldPair(startTally(match), pairings, pairings.map(play)), match);
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
