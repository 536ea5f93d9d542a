/** What all contests have in common (a match, a tournament, a tuning): who plays, and which game. */
import type { PlaySettings } from '../game/play-options.js';
import type { Contestant } from './contestant.js';

/** The settings that all games of a contest share. Plain data. */
export type ContestSettings = Pick<
  PlaySettings,
  'ruleset' | 'width' | 'height' | 'timeout' | 'maxTurns' | 'settings'
> & { readonly map: string };

/** All that a worker must know before it plays the games of a contest. Plain data. */
export interface Contest {
  readonly contestants: readonly Contestant[];
  readonly game: ContestSettings;
}
