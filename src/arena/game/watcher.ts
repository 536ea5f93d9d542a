/** What watchers see of a game while it is played: files, terminals, counters. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import type { Frame } from '../../wire/frame.js';
import type { Game } from '../../wire/resources.js';
import type { Reply } from './arena-snake.js';

export interface Death {
  readonly seat: Seat;
  readonly id: string;
  readonly name: string;
  readonly cause: EliminationCause;
  /** The killer's seat; −1 for nobody. */
  readonly by: Seat;
  /** The turn at whose end the snake was gone. */
  readonly turn: number;
}

export interface EngineResult {
  /** The turn on which it ended. */
  readonly turns: number;
  /**
   * Seats of the winners: one snake, or the living of a squad. Empty after a draw, and after a game that began with one
   * snake.
   */
  readonly winners: readonly Seat[];
  /** Seats of the snakes alive at the end. */
  readonly survivors: readonly Seat[];
  /** In the order in which they happened. */
  readonly deaths: readonly Death[];
  /** Several snakes played the game to its end, and none won. */
  readonly isDraw: boolean;
  /** The game was stopped before its end. */
  readonly isStopped: boolean;
}

export interface GameAndFrame {
  readonly game: Game;
  readonly frame: Frame;
}

/** A turn: what the snakes were shown, what they replied, and what came of it. */
export interface WatcherTurn extends GameAndFrame {
  /** By seat; `undefined` for the eliminated. */
  readonly replies: readonly (Reply | undefined)[];
  /** The moves as applied, by seat; `undefined` for the eliminated. */
  readonly moves: readonly (string | undefined)[];
  /** The snakes eliminated at the end of this turn. */
  readonly deaths: readonly Death[];
}

/**
 * Follows a game. The game waits for what a method returns; if one throws, the game ends at once and no `/end` is sent.
 */
export interface Watcher {
  /** All snakes have been sent `/start`. */
  began?(view: GameAndFrame): void | Promise<void>;
  played?(turn: WatcherTurn): void | Promise<void>;
  /** All snakes have been sent `/end`; `frame` is the final position. */
  ended?(view: GameAndFrame, result: EngineResult): void | Promise<void>;
  /** Something went wrong outside of a turn: a snake did not answer GET, /start or /end. */
  remarked?(seat: Seat, remark: string): void;
}
