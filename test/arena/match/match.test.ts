import { expect } from 'chai';
import type { GameRecord } from '../../../src/arena/match/game-record.js';
import { isDecided, evaluateMatch } from '../../../src/arena/match/stop-condition.js';
import { startTally, type MatchTally } from '../../../src/arena/match/match-tally.js';
import type { MatchOptions } from '../../../src/arena/match/match-options.js';
import { playMatch, type MatchRun } from '../../../src/arena/match/match.js';
import type { Pairing } from '../../../src/arena/match/pairing.js';
import { reportMatch } from '../../../src/arena/match/match-report.js';
import { enterContestants } from '../../support/contestants.js';

const SPRT = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 };

describe('a match', () => {
  let options: MatchOptions;
  before(async () => void (options = await enterContestants('constant', 'random')));

  it('folds pairs in their order, whichever is done first', async () => {
    const crew = createCrew();
    const seen: number[] = [];
    const playing = run({ options: options, crew, maxPairs: 4, folded: ({ wins }) => void seen.push(wins) });
    // The candidate wins both games of the odd pairs, and none of the others.
    for (const pair of [3, 1, 0, 2]) crew.finish(pair, pair % 2);
    await playing;
    expect(seen).to.deep.equal([0, 2, 2, 4]);
  });

  it('ends with the first verdict, and pairs played beyond it count for nothing', async () => {
    const crew = createCrew();
    const goal = { sprt: SPRT, maxPairs: 1000 };
    const playing = run({ options: options, crew, maxPairs: 1000, isDecided: (tally) => isDecided(tally, goal) });
    for (let pair = 99; pair >= 0; pair--) crew.finish(pair, pair < 50 ? 1 : 0);
    const tally = await playing;
    expect(evaluateMatch(tally, goal)!.verdict).to.equal('H1');
    expect(tally.pairs).to.be.below(50);
    expect(tally.losses).to.equal(0);
  });

  it('ends where the crew was closed, with what was folded', async () => {
    const crew = createCrew();
    const playing = run({ options: options, crew, maxPairs: 10 });
    crew.finish(0, 1);
    crew.close();
    expect((await playing).pairs).to.equal(1);
  });

  it('goes on where a tally ends', async () => {
    const first = createCrew();
    const half = run({ options: options, crew: first, maxPairs: 1 });
    first.finish(0, 1);
    const second = createCrew();
    const whole = run({ options: options, crew: second, maxPairs: 2, from: await half });
    second.finish(1, 0);
    expect(await whole).to.deep.include({ pairs: 2, wins: 2, losses: 2 });
    expect(second.asked()).to.deep.equal([1]);
  });

  it('reports what is infinite as null, and names a side that was in its own way', async () => {
    const crew = createCrew();
    const playing = run({ options: options, crew, maxPairs: 1 });
    crew.answer(0, (plan) => ({ kind: 'crashed', seat: plan.seats.indexOf(0), reason: 'it went' }));
    const report = reportMatch(await playing, options, { sprt: undefined, maxPairs: 1 });
    expect(report).to.deep.include({ games: 2, wins: 2, score: 1, elo: null, verdict: null, crashes: 0 });
    expect(report.base.crashes).to.equal(2);
    expect(report.sentence).to.match(/"constant" crashed 2 times \(it went\)\.$/);
  });
});

function run(given: Pick<MatchRun, 'options' | 'crew' | 'maxPairs'> & Partial<MatchRun>): Promise<MatchTally> {
  return playMatch({ from: startTally(given.options), isDecided: () => false, folded() {}, ...given });
}

/** A crew whose games end when the test says so. */
function createCrew() {
  const waiting = new Map<number, (answer: ((plan: Pairing) => GameRecord) | undefined) => void>();
  const answer = (pair: number, toRecord: (plan: Pairing) => GameRecord) => waiting.get(pair)?.(toRecord);
  return {
    play: (plans: readonly Pairing[]) =>
      new Promise<readonly GameRecord[] | undefined>((resolve) => {
        waiting.set(plans[0]!.pair, (toRecord) => resolve(toRecord && plans.map(toRecord)));
      }),
    answer,
    /** @param score of the candidate in both games. */
    finish: (pair: number, score: number) =>
      answer(pair, ({ seats }) => ({
        kind: 'played',
        turns: 10,
        scores: seats.map((contestant) => (contestant === 1 ? score : 1 - score)),
        seats: seats.map(() => ({ answers: 10, lostTurns: 0, failures: 0, fallbacks: 0, took: {}, length: 3 })),
      })),
    close: () => waiting.forEach((settle) => settle(undefined)),
    asked: () => [...waiting.keys()],
  };
}
