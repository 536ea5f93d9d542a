/** What a worker reports of a game: how it ended, and how each seat did. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import type { Histogram, LogScale } from '../../stats/histogram.js';

/** The scale of the times of answers: buckets that are 9 % wide, down to a microsecond. */
export const ANSWER_TIMES: LogScale = { perDoubling: 8, unit: 0.001 };

/** How a snake did in one game. */
export interface SeatRecord {
  /** Turns on which it was asked. */
  readonly answers: number;
  /** Of these, turns on which its own move was played: one that it returned, or had proposed in time. */
  readonly ownMoves: number;
  /** Answers that came late or not at all: in an engine the snake goes straight on. */
  readonly lostTurns: number;
  /** Answers that were an exception or no move. */
  readonly failures: number;
  /** Moves that the host made in place of the strategy: both of the above. Always 0 for a snake behind a URL. */
  readonly fallbacks: number;
  /** The first thing that went wrong. */
  readonly problem?: string;
  /** On the scale of {@link ANSWER_TIMES}. */
  readonly took: Readonly<Histogram>;
  /** At the end of the game, in cells. */
  readonly length: number;
  /** Absent for a survivor. */
  readonly death?: EliminationCause;
}

/** A game that was played to its end. */
export interface PlayedGame {
  readonly kind: 'played';
  readonly turns: number;
  /** By seat. */
  readonly scores: readonly number[];
  /** By seat. */
  readonly seats: readonly SeatRecord[];
}

/** A game whose process died in a call to a strategy. */
export interface CrashedGame {
  readonly kind: 'crashed';
  /** The seat of that strategy. */
  readonly seat: Seat;
  readonly reason: string;
}

/** A game as the match counts it. */
export type GameRecord = PlayedGame | CrashedGame;
