/** What a match is: who plays, what game, and from which seed. Two runs with the same terms play the same games. */
import type { Contestant } from './contestant.js';
import type { PlaySettings } from '../game/game-options.js';

/** The game that is played again and again. All of it is data. */
export type MatchSettings = Pick<PlaySettings, 'ruleset' | 'width' | 'height' | 'timeout' | 'maxTurns' | 'settings'> & {
  readonly map: string;
};

export interface MatchOptions {
  /** The base, the candidate, then the opponents. */
  readonly contestants: readonly [Contestant, Contestant, ...Contestant[]];
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  readonly game: MatchSettings;
  readonly seed: string;
}

export function isDuel({ snakes }: Pick<MatchOptions, 'snakes'>): boolean {
  return snakes === 2;
}

/** Games in a pair. */
export function gamesPerPair(options: Pick<MatchOptions, 'snakes'>): number {
  return isDuel(options) ? 2 : 2 * options.snakes;
}
