import { expect } from 'chai';
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import { evaluateMatch, scheduleMatch, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import type { MatchPlan } from '../../../src/arena/contest/match/match-plan.js';
import { playContest, type WorkerPool } from '../../../src/arena/contest/play-contest.js';
import type { Pairing } from '../../../src/arena/contest/contest.js';
import { createMatch } from '../../support/contestants.js';

const SPRT = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 };

describe('playContest', () => {
  let match: MatchPlan;
  before(async () => void (match = await createMatch('constant', 'random')));

  it('counts pairs in their order, whichever is done first', async () => {
    const pool = createPool();
    const seen: number[] = [];
    const playing = run({
      match,
      pool,
      maxPairs: 4,
      onPair: ({ outcomes }: MatchTally) => void seen.push(outcomes.candidate.wins),
    });
    // The candidate wins both games of the odd pairs, and none of the others.
    for (const pair of [3, 1, 0, 2]) pool.finish(pair, pair % 2);
    await playing;
    expect(seen).to.deep.equal([0, 2, 2, 4]);
  });

  it('ends with the first verdict and does not count pairs played beyond it', async () => {
    const pool = createPool();
    const test = { ...match, sprt: SPRT };
    const playing = run({ match: test, pool, maxPairs: 1000 });
    for (let pair = 99; pair >= 0; pair--) pool.finish(pair, pair < 50 ? 1 : 0);
    const tally = await playing;
    expect(evaluateMatch(tally, test)!.verdict).to.equal('H1');
    expect(tally.pairs).to.be.below(50);
    expect(tally.outcomes.candidate.losses).to.equal(0);
  });

  it('ends when the pool is closed, with the pairs counted so far', async () => {
    const pool = createPool();
    const playing = run({ match, pool, maxPairs: 10 });
    pool.finish(0, 1);
    pool.close();
    expect((await playing).pairs).to.equal(1);
  });

  it('continues where a tally ends', async () => {
    const first = createPool();
    const half = run({ match, pool: first, maxPairs: 1 });
    first.finish(0, 1);
    const second = createPool();
    const whole = run({ match, pool: second, maxPairs: 2, from: await half });
    second.finish(1, 0);
    const { pairs, outcomes } = await whole;
    expect(pairs).to.equal(2);
    expect(outcomes.candidate).to.deep.include({ wins: 2, losses: 2 });
    expect(second.asked()).to.deep.equal([1]);
  });
});

interface Run {
  readonly match: MatchPlan;
  readonly pool: WorkerPool;
  readonly maxPairs: number;
  readonly from?: MatchTally;
  readonly onPair?: (tally: MatchTally) => void;
}

function run({ match, pool, maxPairs, from, onPair }: Run): Promise<MatchTally> {
  return playContest(scheduleMatch({ ...match, maxPairs }), pool, from, onPair);
}

/** A pool whose games end when the test ends them. */
function createPool() {
  const waiting = new Map<number, (answer: ((pairing: Pairing) => GameRecord) | undefined) => void>();
  const answer = (pair: number, toRecord: (pairing: Pairing) => GameRecord) => waiting.get(pair)?.(toRecord);
  return {
    play: (pairings: readonly Pairing[]) =>
      new Promise<readonly GameRecord[] | undefined>((resolve) => {
        waiting.set(pairings[0]!.pair, (toRecord) => resolve(toRecord && pairings.map(toRecord)));
      }),
    answer,
    /** @param score of the candidate in both games. */
    finish: (pair: number, score: number) =>
      answer(pair, ({ seats }) => ({
        kind: 'played',
        turns: 10,
        scores: seats.map((contestant) => (contestant === 1 ? score : 1 - score)),
        seats: seats.map(() => ({
          answers: 10,
          ownMoves: 10,
          lostTurns: 0,
          failures: 0,
          fallbacks: 0,
          took: {},
          length: 3,
        })),
      })),
    close: () => waiting.forEach((settle) => settle(undefined)),
    asked: () => [...waiting.keys()],
  };
}
