/** What a strategy is: the exports of its file and what they are called with. `strategy.ts` hands these types out. */
import type { Used } from '../../inference/move-used.js';
import type { Position } from '../../rules/position.js';
import type { Seat } from '../../rules/types.js';
import type { Customization } from '../../wire/customization.js';
import type { Move } from '../../wire/move.js';
import type { GameRequest } from '../../wire/resources.js';

/**
 * One turn as a strategy sees it: the API's request, the same from every engine. Only living snakes are on the board, no
 * hazard lies off it, absent fields are filled and shouts are cut.
 */
export interface Turn extends GameRequest {
  /** The request as it arrived, unknown fields included. Parsed when first looked at. */
  readonly raw: unknown;
}

/** What became of the answer to the turn before. Times in ms. */
export interface LastTurn {
  readonly used: Used;
  /** Our duration, from the request's arrival to the answer. */
  readonly took: number;
  /** Travel time assumed for this game. */
  readonly overhead: number;
}

/**
 * What a strategy may use beside the turn itself. To be handed on as it is: `board`, `seat` and `memory` are looked up when
 * they are asked for, so a copy such as `{ ...context }` lacks them.
 */
export interface Context<Options = Record<string, unknown>, Memory = unknown> {
  /** As in the YAML, checked against the strategy's `options` schema, defaults filled. */
  readonly options: Options;
  /** What `start` returned for this game; yours to change. */
  memory: Memory;
  /** True in `start` when the game was under way already: the process that played it is gone, and its memory with it. */
  readonly resumed: boolean;
  /** The moment by which to have answered, on the clock of `performance.now()`, in ms. */
  readonly deadline: number;
  /** What is left until {@link Context.deadline}, in ms; negative when it has passed. */
  readonly timeLeft: () => number;
  /** Leaves the best move so far: it is sent if time runs out. Call it as often as you like. */
  readonly propose: (move: Move) => void;
  /** A number in [0, 1): the same sequence for the same game, seat and turn. */
  readonly random: () => number;
  /** A line in the host's log, with the snake, the game and the turn beside it. */
  readonly log: (message: string, data?: Record<string, unknown>) => void;
  /** The turn as typed arrays, for the toolkit; built when first looked at. */
  readonly position: Position;
  /** Your index on {@link Context.position}. */
  readonly seat: Seat;
  /** Absent on the first turn that this host sees of a game, and for a shadow, none of whose answers is sent. */
  readonly lastTurn: LastTurn | undefined;
}

/** The exports of a strategy's file. */
export interface Strategy<Options = Record<string, unknown>, Memory = unknown> {
  readonly customization: Customization;
  /** JSON schema of the options: defaults are filled in, faults stop the boot. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Called once a game, before the first `move`. What it returns becomes `context.memory`. */
  start?(turn: Turn, context: Context<Options, Memory>): Memory | Promise<Memory>;
  /** Called every turn. */
  move(turn: Turn, context: Context<Options, Memory>): Move | Promise<Move>;
  /** Called when the game has ended; what it returns is not looked at. */
  end?(turn: Turn, context: Context<Options, Memory>): unknown;
}
