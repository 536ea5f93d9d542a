/** What the platform says of a snake, as the journal keeps it. */

/** A snake on a leaderboard at a moment. Kept only where something has changed since the one before. */
export interface Rating {
  /** In ms since 1970. */
  readonly at: number;
  /** Its prefix. */
  readonly snake: string;
  /** The name of the leaderboard. */
  readonly leaderboard: string;
  /** The version that the snake's server named then; empty if it named none. */
  readonly version: string;
  /** As the platform shows it: the higher, the better. */
  readonly score: number;
  /** Absent while the snake has played too few games for one. */
  readonly rank?: number | undefined;
  /** Games that it has played there. */
  readonly games: number;
}
