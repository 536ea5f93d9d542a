/**
 * What a strategy is handed in one call: its turn and its context. Classes, because object literals with accessors get a
 * hidden class each time, which keeps all that they see alive until the next full collection: three times the cost of a
 * whole local turn.
 */
import type { Position } from '../../rules/position.js';
import { createChance, type Chance } from '../../rules/chance.js';
import type { Seat } from '../../rules/types.js';
import { toPosition } from '../../wire/to-position.js';
import type { CleanMove } from '../../wire/move.js';
import type { Board, Game, GameRequest, Snake } from '../../wire/resources.js';
import type { Context, LastTurn, Turn } from './contract.js';
import type { TurnJob } from './runner.js';

/** What a call stands on. */
export interface CallOptions {
  readonly options: Record<string, unknown>;
  /** Where the game's memory is kept. */
  readonly game: { memory: unknown };
  readonly resumed: boolean;
  /** On the clock of `performance.now()`, in ms. */
  readonly deadline: number;
  /** Hears of each new proposal. */
  readonly propose?: ((move: CleanMove) => void) | undefined;
}

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

/** The functions are each context's own, so that a strategy may take it apart: `const { propose } = context`. */
export class CallContext implements Context {
  readonly options: Record<string, unknown>;
  readonly resumed: boolean;
  readonly deadline: number;
  readonly lastTurn: LastTurn | undefined;
  readonly timeLeft: Context['timeLeft'];
  readonly random: Context['random'];
  readonly propose: Context['propose'];
  readonly log: Context['log'];
  readonly #game: CallOptions['game'];
  readonly #request: GameRequest;
  #fast: { position: Position; seat: Seat } | undefined;

  constructor({ request, lastTurn }: TurnJob, terms: CallOptions, said: Pick<Context, 'propose' | 'log'>) {
    const { options, game, resumed, deadline } = terms;
    let chance: Chance | undefined;
    this.options = options;
    this.resumed = resumed;
    this.deadline = deadline;
    this.lastTurn = lastTurn;
    this.timeLeft = () => deadline - performance.now();
    this.random = () => (chance ??= createChance(`${request.game.id}/${request.you.id}/${request.turn}`)).fraction();
    this.propose = said.propose;
    this.log = said.log;
    this.#game = game;
    this.#request = request;
  }

  get memory(): unknown {
    return this.#game.memory;
  }

  set memory(value: unknown) {
    this.#game.memory = value;
  }

  get position(): Position {
    return (this.#fast ??= toPosition(this.#request)).position;
  }

  get seat(): Seat {
    return (this.#fast ??= toPosition(this.#request)).seat;
  }
}
