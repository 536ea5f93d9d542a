/** What identifies one snake's game: the same in events, in the journal and in the log. */

/** Which game of which snake. All three are needed: a mounted snake may play twice in one game. */
export interface GameRef {
  /** Prefix of the mounted snake that plays. */
  readonly snake: string;
  /** The engine's id of the game. */
  readonly game: string;
  /** The engine's id of our snake in it. */
  readonly you: string;
}
