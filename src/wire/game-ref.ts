/** Which game of which snake: named alike by the snakes that play it, the journal that keeps it and the log that tells of it. */

/** The same snake may be entered twice in one game, so it takes all three. */
export interface GameRef {
  /** Prefix of the mounted snake that the game came in by. */
  readonly snake: string;
  /** The engine's id of the game. */
  readonly game: string;
  /** The engine's id of our snake in it. */
  readonly you: string;
}
