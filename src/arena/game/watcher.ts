/** What is told of a game while it is played: to files, to terminals, to whoever counts. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import type { Frame } from '../../wire/frame.js';
import type { Game } from '../../wire/resources.js';
import type { Reply } from './arena-snake.js';

/** How a snake went. */
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

/** How a game ended. */
export interface EngineResult {
  /** The turn on which it ended. */
  readonly turns: number;
  /** Seats of those that won: one, or the living of a squad. Nobody in a draw, nor in a game that began with one snake. */
  readonly winners: readonly Seat[];
  /** Seats of those that lived at the end. */
  readonly survivors: readonly Seat[];
  /** In the order in which they went. */
  readonly deaths: readonly Death[];
  /** Several snakes played it to its end, and none has won. */
  readonly isDraw: boolean;
  /** It was stopped before its end. */
  readonly isStopped: boolean;
}

/** A game about to begin, or one that has just ended. */
export interface Shown {
  readonly game: Game;
  readonly frame: Frame;
}

/** A turn: what was shown, what was answered, and what came of it. */
export interface PlayedTurn extends Shown {
  /** By seat; nothing for the eliminated. */
  readonly replies: readonly (Reply | undefined)[];
  /** The moves as applied, by seat; nothing for the eliminated. */
  readonly moves: readonly (string | undefined)[];
  /** Those that went at the end of this turn. */
  readonly deaths: readonly Death[];
}

/** Hears of a game. What it returns is waited for; what it throws ends the game at once, without a word to the snakes. */
export interface Watcher {
  /** Everybody has been told of the start. */
  began?(shown: Shown): void | Promise<void>;
  played?(turn: PlayedTurn): void | Promise<void>;
  /** Everybody has been told of the end; `frame` is the final position. */
  ended?(shown: Shown, result: EngineResult): void | Promise<void>;
  /** Something went wrong that is not part of a turn: a snake does not answer to GET, /start or /end. */
  remarked?(seat: Seat, remark: string): void;
}
