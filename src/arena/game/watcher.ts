/** What watchers of a running game see: files, terminals, counters. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import type { DeathView } from '../../views/game.js';
import type { Frame } from '../../wire/frame.js';
import type { Game } from '../../wire/resources.js';
import type { Reply } from './arena-snake.js';

export interface Death {
  readonly seat: Seat;
  readonly id: string;
  readonly name: string;
  readonly cause: EliminationCause;
  /** The killer's seat; −1 for none. */
  readonly by: Seat;
  /** The turn at whose end the snake was eliminated. */
  readonly turn: number;
}

export interface EngineResult {
  /** The turn on which it ended. */
  readonly turns: number;
  /**
   * Seats of the winners: one snake, or the living snakes of a squad. Empty after a draw, and after a game that began
   * with one snake.
   */
  readonly winners: readonly Seat[];
  /** Seats of the snakes alive at the end. */
  readonly survivors: readonly Seat[];
  /** In order. */
  readonly deaths: readonly Death[];
  /** Several snakes finished the game, and none won. */
  readonly isDraw: boolean;
  readonly isStopped: boolean;
}

export interface GameAndFrame {
  readonly game: Game;
  readonly frame: Frame;
}

/** A turn: the request, the replies, and their effect. */
export interface WatcherTurn extends GameAndFrame {
  /** By seat; `undefined` for eliminated snakes. */
  readonly replies: readonly (Reply | undefined)[];
  /** The applied moves, by seat; `undefined` for eliminated snakes. */
  readonly moves: readonly (string | undefined)[];
  /** The snakes eliminated at the end of this turn. */
  readonly deaths: readonly Death[];
}

/**
 * Follows a game. The game waits for the result of each method; if one throws, the game ends at once without an `/end`.
 */
export interface Watcher {
  /** After `/start` to all snakes. */
  began?(view: GameAndFrame): void | Promise<void>;
  played?(turn: WatcherTurn): void | Promise<void>;
  /** After `/end` to all snakes; `frame` is the final position. */
  ended?(view: GameAndFrame, result: EngineResult): void | Promise<void>;
  /** A fault outside of a turn: a snake did not answer GET, /start or /end. */
  remarked?(seat: Seat, remark: string): void;
}

/** Adds the deaths of a turn to the earlier ones of its game, by id of the snake. */
export function noteDeaths(earlier: Map<string, DeathView>, { deaths, frame: { snakes } }: WatcherTurn): void {
  for (const { id, turn, cause, by } of deaths) {
    const killer = snakes[by]?.id;
    earlier.set(id, { turn, cause, ...(killer !== undefined && killer !== id && { by: killer }) });
  }
}
