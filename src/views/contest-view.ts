/** A contest as its page shows it. */
import type { ShownReport } from './sections.js';

/** The state of a contest, as sent to its page. Moments are in ms since 1970. */
export interface ContestView extends ShownReport {
  /** `stopped`: it ended early. */
  readonly state: 'running' | 'over' | 'stopped';
  /** The contestants, in a few words. */
  readonly title: string;
  /** The game: `standard on 11×11, 100 ms`. */
  readonly game: string;
  readonly startedAt: number;
  readonly games: number;
  readonly pairs: number;
  readonly maxPairs: number;
  /** Of this run. */
  readonly gamesPerMinute: number;
  /** An estimate; absent with too few pairs. */
  readonly gamesLeft: number | undefined;
}
