/**
 * The turn and the context that a strategy gets in one call. `call.ts` makes both.
 *
 * They are classes because V8 gives each object literal with accessors a hidden class. That class keeps everything the
 * object refers to alive until the next full collection, which costs three times as much as a whole local turn.
 */
import type { Position } from '../../rules/position.js';
import { createChance, type Chance } from '../../rules/chance.js';
import type { Seat } from '../../rules/types.js';
import { toPosition, type SeatedPosition } from '../../wire/to-position.js';
import type { CleanMove } from '../../wire/move.js';
import type { Board, Game, GameRequest, Snake } from '../../wire/resources.js';
import type { Context, LastTurn, Turn } from './contract.js';
import type { TurnJob } from './runner.js';

export interface CallOptions {
  readonly options: Record<string, unknown>;
  readonly game: { memory: unknown };
  readonly resumed: boolean;
  /** On the clock of `performance.now()`, in ms. */
  readonly deadline: number;
  /** Time left by another clock: the deadline that a strategy sees moves with it. */
  readonly timeLeft?: (() => number) | undefined;
  readonly propose?: ((move: CleanMove) => void) | undefined;
  /** Whether the notes of the call are kept (default: no). */
  readonly keepsNotes?: boolean | undefined;
}

export interface CallHooks extends Pick<Context, 'propose' | 'note' | 'log'> {
  /** The call's signal, made on first use. */
  readonly signal: () => AbortSignal;
}

/** The turn of one call. Parses the body for `raw` only if the strategy reads it. */
export class CallTurn implements Turn {
  readonly game: Game;
  readonly turn: number;
  readonly board: Board;
  readonly you: Snake;
  readonly #job: TurnJob;
  #raw: unknown;

  constructor(job: TurnJob) {
    const { game, turn, board, you } = job.request;
    this.game = game;
    this.turn = turn;
    this.board = board;
    this.you = you;
    this.#job = job;
  }

  get raw(): unknown {
    return (this.#raw ??= JSON.parse(this.#job.text) as unknown);
  }
}

/**
 * The context of one call. Its functions are own properties, so that a strategy may take it apart:
 * `const { propose } = context`. Expensive values are getters, computed when first read.
 */
export class CallContext implements Context {
  readonly options: Record<string, unknown>;
  readonly resumed: boolean;
  readonly deadline: number;
  readonly lastTurn: LastTurn | undefined;
  readonly timeLeft: Context['timeLeft'];
  readonly random: Context['random'];
  readonly propose: Context['propose'];
  readonly note: Context['note'];
  readonly log: Context['log'];
  readonly #game: CallOptions['game'];
  readonly #request: GameRequest;
  readonly #signal: CallHooks['signal'];
  #seated: SeatedPosition | undefined;

  constructor({ request, lastTurn }: TurnJob, call: CallOptions, hooks: CallHooks) {
    const { options, game, resumed, deadline, timeLeft } = call;
    let chance: Chance | undefined;
    this.options = options;
    this.resumed = resumed;
    this.deadline = deadline;
    if (timeLeft !== undefined) {
      Object.defineProperty(this, 'deadline', { get: () => performance.now() + timeLeft(), enumerable: true });
    }
    this.lastTurn = lastTurn;
    this.timeLeft = timeLeft ?? (() => deadline - performance.now());
    this.random = () => (chance ??= createChance(`${request.game.id}/${request.you.id}/${request.turn}`)).fraction();
    this.propose = hooks.propose;
    this.note = hooks.note;
    this.log = hooks.log;
    this.#game = game;
    this.#request = request;
    this.#signal = hooks.signal;
  }

  get memory(): unknown {
    return this.#game.memory;
  }

  set memory(value: unknown) {
    this.#game.memory = value;
  }

  get position(): Position {
    return (this.#seated ??= toPosition(this.#request)).position;
  }

  get seat(): Seat {
    return (this.#seated ??= toPosition(this.#request)).seat;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }
}
