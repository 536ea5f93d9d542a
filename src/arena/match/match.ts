/** Plays a match: pairs by the hundred at once, folded strictly in their order, until it is over or known. */
import type { MatchWorkerPool } from '../workers/match-worker-pool.js';
import { foldPair, type MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';
import { planPair } from './pairing.js';

/** Pairs begun before an earlier one is done: a game that hangs for seconds must not make the others wait. */
const WINDOW = 300;

export interface MatchRun {
  readonly options: MatchOptions;
  readonly crew: Pick<MatchWorkerPool, 'play'>;
  /** Where to go on from: {@link startTally}, or what an earlier run saved. */
  readonly from: MatchTally;
  /** The most pairs, those of `from` included. */
  readonly maxPairs: number;
  /** Asked after each pair: whether enough is known. */
  readonly isDecided: (tally: MatchTally) => boolean;
  /** Told of each pair. */
  readonly folded: (tally: MatchTally) => void;
}

/**
 * Plays until decided, at the limit, or until the crew is closed. What it returns, and each tally it tells of, depends on
 * the terms alone, as long as the strategies don't look at the clock: pairs that finish first wait for those before them,
 * and pairs beyond the decision count for nothing.
 */
export async function playMatch({
  options: terms,
  crew,
  from,
  maxPairs,
  isDecided,
  folded,
}: MatchRun): Promise<MatchTally> {
  let tally = from;
  let next = from.pairs;
  const ahead: ReturnType<MatchWorkerPool['play']>[] = [];
  while (tally.pairs < maxPairs && !isDecided(tally)) {
    for (; next < maxPairs && ahead.length < WINDOW; next++) {
      const playing = crew.play(planPair(terms, next));
      // Those that are never waited for must not be taken for forgotten when they fail.
      playing.catch(() => undefined);
      ahead.push(playing);
    }
    const records = await ahead.shift()!;
    if (records === undefined) break;
    tally = foldPair(tally, planPair(terms, tally.pairs), records);
    folded(tally);
  }
  return tally;
}
