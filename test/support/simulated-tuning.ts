/** Tunings and matches of a strategy whose strength is a known function of its options; games are drawn, not played. */
import type { GameRecord } from '../../src/arena/contest/game-record.js';
import type { SeatRecord } from '../../src/arena/contest/seat-figures.js';
import type { Pairing } from '../../src/arena/contest/contest.js';
import { playContest, type WorkerPool } from '../../src/arena/contest/play-contest.js';
import type { MatchPlan } from '../../src/arena/contest/match/match-plan.js';
import { evaluateMatch, scheduleMatch } from '../../src/arena/contest/match/match-tally.js';
import { chooseParameters, type TuningPlan } from '../../src/arena/contest/tuning/tuning-plan.js';
import { scheduleTuning, type TuningTally } from '../../src/arena/contest/tuning/tuning-tally.js';
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
  maxPairs: number,
): Promise<TuningPlan> {
  const { contestants, game } = await createMatch('constant', 'constant');
  const parameters = chooseParameters(schema, options, { fixed: [] });
  return { contestants: [contestants[0], contestants[1]], options, parameters, maxPairs, seed: 'seed', game };
}

/** Runs a tuning to its end. */
export async function simulateTuning(tuning: TuningPlan, strength: Strength, seed: number): Promise<TuningTally> {
  const schedule = scheduleTuning({ ...tuning, seed: String(seed) });
  return playContest(schedule, createSimulatedPool(strength, seed));
}

/** The verdict of the match that decides: between two settings whose strengths differ by this many Elo. */
export async function simulateVerdict(
  match: MatchPlan,
  elo: number,
  sprt: SprtParameters,
  seed: number,
): Promise<SprtVerdict> {
  const plan = { ...match, sprt, maxPairs: 100_000 };
  const random = createRandom(seed);
  const draw = ({ seats }: Pairing): GameRecord => {
    const isWon = random() < eloToScore(elo);
    return { kind: 'played', turns: 1, scores: seats.map((one) => Number((one === 1) === isWon)), seats: [SEAT, SEAT] };
  };
  const tally = await playContest(scheduleMatch(plan), { play: (games) => Promise.resolve(games.map(draw)) });
  return evaluateMatch(tally, plan)!.verdict;
}
