/** What is kept of a game of a match: what came of it, and how each seat went about it. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import { type Durations } from './durations.js';

/** How a snake did in one game. */
export interface SeatRecord {
  /** Turns on which it was asked. */
  readonly answers: number;
  /** Answers that did not come in time, or were none: in an engine the snake goes straight on. */
  readonly lostTurns: number;
  /** Answers that were an exception or no move. */
  readonly failures: number;
  /** Moves that the host made in the strategy's place: all of the above, but for snakes behind URLs. */
  readonly fallbacks: number;
  /** The first thing that went wrong. */
  readonly problem?: string;
  readonly took: Durations;
  /** At the end of the game. */
  readonly length: number;
  /** Absent for those that lived. */
  readonly death?: EliminationCause;
}

/** A game as it comes back from the process that played it; or what is known of one that took its process with it. */
export type GameRecord =
  | {
      readonly kind: 'played';
      readonly turns: number;
      /** By seat. */
      readonly scores: readonly number[];
      /** By seat. */
      readonly seats: readonly SeatRecord[];
    }
  | {
      readonly kind: 'crashed';
      /** Whose strategy it was. */
      readonly seat: Seat;
      readonly reason: string;
    };
