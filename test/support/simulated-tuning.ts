/** Tunings and matches of a strategy whose strength is a known function of its options; games are drawn, not played. */
import type { GameRecord, SeatRecord } from '../../src/arena/contest/game-record.js';
import type { Pairing } from '../../src/arena/contest/contest.js';
import { playContest, type WorkerPool } from '../../src/arena/contest/play-contest.js';
import type { MatchOptions } from '../../src/arena/contest/match/match-options.js';
import { scheduleMatch } from '../../src/arena/contest/match/match-schedule.js';
import { startTally } from '../../src/arena/contest/match/match-tally.js';
import { evaluateMatch, isDecided } from '../../src/arena/contest/match/stop-condition.js';
import { chooseParameters } from '../../src/arena/contest/tuning/parameters.js';
import type { TuningOptions } from '../../src/arena/contest/tuning/tuning-options.js';
import { scheduleTuning } from '../../src/arena/contest/tuning/tuning-schedule.js';
import { startTuning, type TuningTally } from '../../src/arena/contest/tuning/tuning-tally.js';
import { eloToScore } from '../../src/stats/elo.js';
import type { SprtParameters, SprtVerdict } from '../../src/stats/sprt.js';
import { createMatch } from './contestants.js';
import { createRandom } from './simulated-sprt.js';

/** Strength in Elo of a strategy with these options. */
export type Strength = (options: Readonly<Record<string, unknown>>) => number;

const SEAT: SeatRecord = { answers: 1, ownMoves: 1, lostTurns: 0, failures: 0, fallbacks: 0, took: {}, length: 3 };

/** Draws the winner of each duel by the logistic model. */
export function createSimulatedPool(strength: Strength, seed: number): WorkerPool {
  const random = createRandom(seed);
  const draw = ({ seats, options }: Pairing): GameRecord => {
    const [first, second] = seats.map((contestant) => strength(options?.[contestant] ?? {}));
    const scores = random() < eloToScore(first! - second!) ? [1, 0] : [0, 1];
    return { kind: 'played', turns: 1, scores, seats: [SEAT, SEAT] };
  };
  return { play: (games) => Promise.resolve(games.map(draw)) };
}

/** A tuning of all bounded options of a schema. */
export async function createTuning(
  schema: object,
  options: Readonly<Record<string, unknown>>,
  planned: number,
): Promise<TuningOptions> {
  const { contestants, game } = await createMatch('constant', 'constant');
  const parameters = chooseParameters(schema, options, { fixed: [] });
  return { contestants: [contestants[0], contestants[1]], options, parameters, planned, seed: 'seed', game };
}

/** Runs a tuning to its end. */
export async function simulateTuning(tuning: TuningOptions, strength: Strength, seed: number): Promise<TuningTally> {
  return playContest({
    schedule: scheduleTuning({ ...tuning, seed: String(seed) }),
    pool: createSimulatedPool(strength, seed),
    from: startTuning(tuning.parameters),
    maxPairs: tuning.planned,
    isDecided: () => false,
    onPair() {},
  });
}

/** The verdict of the match that decides: between two settings whose strengths differ by this many Elo. */
export async function simulateVerdict(
  match: MatchOptions,
  elo: number,
  sprt: SprtParameters,
  seed: number,
): Promise<SprtVerdict> {
  const condition = { sprt, maxPairs: 100_000 };
  const random = createRandom(seed);
  const draw = ({ seats }: Pairing): GameRecord => {
    const isWon = random() < eloToScore(elo);
    return { kind: 'played', turns: 1, scores: seats.map((one) => Number((one === 1) === isWon)), seats: [SEAT, SEAT] };
  };
  const tally = await playContest({
    schedule: scheduleMatch(match),
    pool: { play: (games) => Promise.resolve(games.map(draw)) },
    from: startTally(match),
    maxPairs: condition.maxPairs,
    isDecided: (latest) => isDecided(latest, condition),
    onPair() {},
  });
  return evaluateMatch(tally, condition)!.verdict;
}
