/** What a match is: who plays, which game, from which seed. Two runs with the same options play the same games. */
import type { Seat } from '../../../rules/types.js';
import type { Contest } from '../contest.js';
import type { Pairing } from '../pairing.js';
import type { Lineup } from './sides.js';

/** A match as the caller describes it. Plain data. */
export interface MatchOptions extends Contest {
  readonly contestants: Lineup;
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  readonly seed: string;
}

/** A game of a match, before it is played. */
export interface MatchPairing extends Pairing {
  /** The seat whose score counts. */
  readonly subject: Seat;
}

/** Whether two snakes play each game. */
export function isDuel({ snakes }: Pick<MatchOptions, 'snakes'>): boolean {
  return snakes === 2;
}

/** The number of games in a pair. */
export function gamesPerPair(options: Pick<MatchOptions, 'snakes'>): number {
  return isDuel(options) ? 2 : 2 * options.snakes;
}
