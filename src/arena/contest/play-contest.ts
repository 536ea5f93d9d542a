/** Plays a contest: many pairs in parallel, counted strictly in order, until it is decided or at its limit. */
import type { GameRecord } from './game-record.js';
import type { Pairing } from './contest.js';

/** Pairs begun before an earlier one is done, so that a hanging game does not block the others. */
const PAIRS_AHEAD = 300;

/** Plays the games of a contest, in any order: on this machine, on the workers of a queue, or in a test. */
export interface WorkerPool {
  /**
   * Resolves with a record for each of `pairings`, in their order, or with `undefined` if the pool was closed first.
   */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined>;
  /** Most parallel pairs, from the oldest unfinished one (default: 300). */
  readonly pairsAhead?: number;
}

/** The results of a contest so far: plain data, to which pairs are added one by one. */
export interface ContestTally {
  readonly pairs: number;
}

/** The order of pairs, the sum of their results, and the end of a contest. It does not know who plays the games. */
export interface PairSchedule<Tally extends ContestTally, Game extends Pairing = Pairing> {
  /** The tally before the first pair. */
  readonly start: Tally;
  readonly maxPairs: number;
  /** Most pairs begun before an earlier one is done; infinite if the games do not depend on the tally. */
  readonly maxAhead: number;
  /**
   * The games of a pair, always in the same order. `tally` has all pairs but the last `maxAhead` before this one, and
   * maybe some of these; the games must not depend on how many.
   */
  pairingsOf(pair: number, tally: Tally): readonly Game[];
  /** The tally with one more pair. Pairs are added in their order; `records` has one for each game. */
  fold(tally: Tally, games: readonly Game[], records: readonly GameRecord[]): Tally;
  /** Whether enough is known before {@link maxPairs}. */
  isDecided?(tally: Tally): boolean;
}

export function isContestOver<Tally extends ContestTally, Game extends Pairing>(
  schedule: PairSchedule<Tally, Game>,
  tally: Tally,
): boolean {
  return tally.pairs >= schedule.maxPairs || schedule.isDecided?.(tally) === true;
}

/**
 * Plays until the contest is decided, at its limit, or the pool is closed. The result, and each tally on the way,
 * depends on the schedule alone if the strategies ignore the clock: pairs that finish early wait for those before them,
 * and pairs beyond the decision do not count.
 *
 * @param from where to continue: what an earlier run saved.
 */
export async function playContest<Tally extends ContestTally, Game extends Pairing>(
  schedule: PairSchedule<Tally, Game>,
  pool: WorkerPool,
  from: Tally = schedule.start,
  onPair: (tally: Tally) => void = () => undefined,
): Promise<Tally> {
  let tally = from;
  let next = from.pairs;
  const ahead: { readonly games: readonly Game[]; readonly playing: ReturnType<WorkerPool['play']> }[] = [];
  const begin = () => {
    const most = Math.min(schedule.maxAhead, pool.pairsAhead ?? PAIRS_AHEAD);
    for (; next < schedule.maxPairs && ahead.length < most; next++) {
      const games = schedule.pairingsOf(next, tally);
      const playing = pool.play(games);
      // A pair beyond the decision is never awaited: if it fails, that must not count as an unhandled rejection.
      playing.catch(() => undefined);
      ahead.push({ games, playing });
    }
  };
  while (!isContestOver(schedule, tally)) {
    begin();
    const { games, playing } = ahead[0]!;
    const records = await playing;
    if (records === undefined) break;
    ahead.shift();
    tally = schedule.fold(tally, games, records);
    onPair(tally);
  }
  return tally;
}
