/** Plays a match: hundreds of pairs at once, counted strictly in their order, until it is decided or at its limit. */
import type { GameRecord } from './game-record.js';
import type { MatchOptions } from './match-options.js';
import { foldPair, type MatchTally } from './match-tally.js';
import { createPairings, type Pairing } from './pairing.js';

/** Pairs begun before an earlier one is done: a game that hangs for seconds must not hold up the others. */
const MAX_PAIRS_AHEAD = 300;

/** Plays the games of a match, in any order and anywhere: the worker pool does, and so do tests. */
export interface GamePlayer {
  /**
   * Resolves with a record for each of `pairings`, in their order, or with `undefined` if the player was closed first.
   */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined>;
}

/** One run of a match. */
export interface MatchRun {
  readonly match: MatchOptions;
  readonly player: GamePlayer;
  /** Where to continue: {@link startTally}, or what an earlier run saved. */
  readonly from: MatchTally;
  /** The limit, with the pairs of `from`. */
  readonly maxPairs: number;
  /** Called after each pair: whether enough is known. */
  readonly isDecided: (tally: MatchTally) => boolean;
  /** Called with the tally after each pair. */
  readonly onPair: (tally: MatchTally) => void;
}

/**
 * Plays until the match is decided, at its limit, or the player is closed. The result, and each tally on the way,
 * depends on the options alone if the strategies do not look at the clock: pairs that finish early wait for those
 * before them, and pairs beyond the decision do not count.
 */
export async function playMatch({ match, player, from, maxPairs, isDecided, onPair }: MatchRun): Promise<MatchTally> {
  let tally = from;
  let next = from.pairs;
  const ahead: ReturnType<GamePlayer['play']>[] = [];
  while (tally.pairs < maxPairs && !isDecided(tally)) {
    for (; next < maxPairs && ahead.length < MAX_PAIRS_AHEAD; next++) {
      const playing = player.play(createPairings(match, next));
      // A pair beyond the decision is never awaited: if it fails, that must not count as an unhandled rejection.
      playing.catch(() => undefined);
      ahead.push(playing);
    }
    const records = await ahead.shift()!;
    if (records === undefined) break;
    tally = foldPair(tally, createPairings(match, tally.pairs), records);
    onPair(tally);
  }
  return tally;
}
