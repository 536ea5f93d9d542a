/** What a match is: who plays, which game, from which seed. Two runs with the same options play the same games. */
import type { PlaySettings } from '../game/play-options.js';
import type { Lineup } from './contestant.js';

/** The settings that all games of a match share. Plain data. */
export type MatchSettings = Pick<PlaySettings, 'ruleset' | 'width' | 'height' | 'timeout' | 'maxTurns' | 'settings'> & {
  readonly map: string;
};

/** A match as the caller describes it. Plain data. */
export interface MatchOptions {
  readonly contestants: Lineup;
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  readonly game: MatchSettings;
  readonly seed: string;
}

/** Whether two snakes play each game. */
export function isDuel({ snakes }: Pick<MatchOptions, 'snakes'>): boolean {
  return snakes === 2;
}

/** The number of games in a pair. */
export function gamesPerPair(options: Pick<MatchOptions, 'snakes'>): number {
  return isDuel(options) ? 2 : 2 * options.snakes;
}
