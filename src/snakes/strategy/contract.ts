/** The contract of a strategy: the exports of its file and their arguments. `strategy.ts` exports these types. */
import type { Used } from '../../views/game-rows.js';
import type { Position } from '../../rules/position.js';
import type { Direction, Seat } from '../../rules/types.js';
import type { Customization } from '../../wire/customization.js';
import type { Move } from '../../wire/move.js';
import type { Note } from '../../wire/note.js';
import type { GameRequest } from '../../wire/resources.js';
import type { OptionValues } from './option-schema.js';

/**
 * One turn as a strategy sees it: the request of the API, the same from every engine. Only living snakes are on the
 * board, no hazard lies off it, missing fields have their defaults and shouts are cut.
 */
export interface Turn extends GameRequest {
  /** The request as received, with unknown fields if it has at most 256 kB. Parsed when first read. */
  readonly raw: unknown;
}

/** The fate of the answer to the previous turn. Times in ms. */
export interface LastTurn {
  readonly used: Used;
  /** Our duration, from the request's arrival to the answer. */
  readonly took: number;
  /** The network latency that was assumed in this game. */
  readonly overhead: number;
}

/**
 * What a strategy may use besides the turn itself. Destructure it or pass on the object itself: `position`, `seat`,
 * `memory` and `signal` are looked up when they are read, so a copy such as `{ ...context }` lacks them.
 *
 * `Schema` is the type of the strategy's `options`, as in `Context<typeof options>`, or the type of their values.
 */
export interface Context<Schema = Record<string, unknown>, Memory = unknown> {
  /** As in the YAML, checked against the strategy's `options` schema, defaults filled in. */
  readonly options: OptionValues<Schema>;
  /** What `start` returned for this game; yours to change. */
  memory: Memory;
  /** True in `start` if the game had already begun: the process that played it has exited, and its memory is lost. */
  readonly resumed: boolean;
  /** When the answer is due, on the clock of `performance.now()`, in ms. */
  readonly deadline: number;
  /** Time left until {@link Context.deadline}, in ms; negative once it has passed. */
  readonly timeLeft: () => number;
  /**
   * Aborts at {@link Context.deadline}, with a `TimeoutError`, unless the call has ended before: pass it to `fetch`.
   * Aborts earlier, with an `AbortError`, if the engine closes its connection. A synchronous loop blocks the event loop
   * and never sees it; call {@link Context.timeLeft} there.
   */
  readonly signal: AbortSignal;
  /** Records the best move so far: it is sent if time runs out. Call it as often as you like. */
  readonly propose: (move: Move) => void;
  /**
   * Records what the strategy thought, for `replay`, `analyse` and the API of the journal. Later notes of a turn
   * replace earlier ones field by field. Long values are cut. Costs nothing if no journal keeps it.
   */
  readonly note: (note: Note) => void;
  /** A number in [0, 1): the same sequence for the same game, snake and turn. */
  readonly random: () => number;
  /** Writes a line to the host's log, with the snake, the game and the turn; a line of `move` is kept with its turn. */
  readonly log: (message: string, data?: Record<string, unknown>) => void;
  /** The turn as typed arrays, for the toolkit; built when first read. */
  readonly position: Position;
  /** Your index on {@link Context.position}. */
  readonly seat: Seat;
  /** Absent on the first turn that this host sees of a game, and for a shadow, whose answers are never sent. */
  readonly lastTurn: LastTurn | undefined;
}

/**
 * The context of `ponder`, based on the last answered turn. {@link Context.timeLeft} is 0, and {@link Context.signal}
 * aborts, as soon as it has to end. Its proposals and notes are ignored.
 */
export interface PonderContext<Schema = Record<string, unknown>, Memory = unknown> extends Context<Schema, Memory> {
  /** The move that was sent. */
  readonly move: Direction;
  /**
   * Marks a position as prepared. If the next turn has the bodies and healths of a marked one, it counts as found. Food
   * may differ, because it appears at random.
   */
  readonly expect: (position: Position) => void;
}

/**
 * What `move` may return: a move, or nothing for "no idea". Then the host sends the last proposal, or else the safe
 * move.
 */
export type MoveResult = Move | null | undefined;

/** The exports of a strategy's file. */
export interface Strategy<Schema = Record<string, unknown>, Memory = unknown> {
  readonly customization: Customization;
  /** JSON schema of the options: defaults are filled in, and the host does not start while the YAML breaks it. */
  readonly options?: object;
  /** Called once a game, before the first `move`. What it returns becomes `context.memory`. */
  start?(turn: Turn, context: Context<Schema, Memory>): Memory | Promise<Memory>;
  /** Called every turn. */
  move(turn: Turn, context: Context<Schema, Memory>): MoveResult | Promise<MoveResult>;
  /**
   * Called with the turn that `move` has answered, after the answer has left and while a core is free, until the next
   * turn comes; several times if others need the core meanwhile. The result is ignored.
   */
  ponder?(turn: Turn, context: PonderContext<Schema, Memory>): unknown;
  /** Called when the game has ended. The result is ignored. */
  end?(turn: Turn, context: Context<Schema, Memory>): unknown;
}
