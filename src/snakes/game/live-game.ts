/** One game of one mounted snake while it lasts: who is dead, how long requests travel, what was answered last. */
import { safeMove } from '../../rules/toolkit/safe-move.js';
import type { Direction } from '../../rules/types.js';
import type { SeatedPosition } from '../../wire/to-position.js';
import { AliveTracker } from '../../inference/alive-tracker.js';
import type { GameRequest } from '../../wire/resources.js';
import type { LastTurn } from '../strategy/contract.js';
import { gameOutcomeOf, type GameOutcome } from '../../inference/game-outcome.js';
import type { Overhead } from './overhead.js';
import { measuredLatency, wasMoveUsed, type AnsweredTurn, type Used } from '../../inference/move-used.js';

/** The verdict on an answer, to be told. */
export interface Judgement {
  readonly turn: number;
  readonly took: number;
  readonly latency: string;
  readonly used: Used;
}

export class LiveGame {
  readonly key: string;
  readonly game: string;
  readonly you: string;
  readonly overhead: Overhead;
  readonly #tracker = new AliveTracker();
  /** An engine's health probe looks like this, and so does the first turn of a game with one snake. */
  readonly mayBeProbe: boolean;
  /** The moment of the last request, on the clock of `performance.now()`, in ms. */
  seenAt = 0;
  /** The last turn seen; −1 before the first. */
  turn = -1;
  #position: SeatedPosition | undefined;
  /** The turn that is being answered: copied, for a strategy on the host's loop may change its request. */
  #asked: Omit<AnsweredTurn, 'move' | 'took'> | undefined;
  #answered: AnsweredTurn | undefined;
  #lastTurn: LastTurn | undefined;
  #judgement: Judgement | undefined;

  constructor(key: string, request: GameRequest, overhead: Overhead) {
    this.key = key;
    this.game = request.game.id;
    this.you = request.you.id;
    this.overhead = overhead;
    this.mayBeProbe = looksLikeProbe(request);
  }

  /** What became of the answer before the one that is owed now. */
  get lastTurn(): LastTurn | undefined {
    return this.#lastTurn;
  }

  /** The verdict on the answer to the turn before the one entered last, should that turn come twice too. */
  get judgement(): Judgement | undefined {
    return this.#judgement?.turn === this.turn - 1 ? this.#judgement : undefined;
  }

  get dead(): ReadonlySet<string> {
    return this.#tracker.dead;
  }

  /** Whether this is a health probe, as far as one can tell: no turn after the first ever came. */
  get isProbe(): boolean {
    return this.mayBeProbe && this.turn <= 0;
  }

  /** Takes in a request in which our snake is asked for a move, or is told that the game begins. */
  enter(request: GameRequest, at: number): Judgement | undefined {
    const last = this.#answered;
    const used = last === undefined ? undefined : wasMoveUsed(last, request);
    if (used !== undefined) this.#learn(request, last!, used);
    this.#lastTurn = last && { used: used ?? 'unknown', took: last.took, overhead: this.overhead.estimate };
    this.#answered = undefined;
    const [head, neck] = request.you.body;
    this.#asked = { turn: request.turn, head: { ...head! }, neck: neck && { ...neck } };
    this.#position = this.#tracker.update(request, true);
    this.turn = request.turn;
    this.seenAt = at;
    if (used === undefined) return undefined;
    this.#judgement = { turn: last!.turn, took: last!.took, latency: request.you.latency, used };
    return this.#judgement;
  }

  /** The host's own move on the position last entered. */
  safeMove(): Direction {
    return this.#position === undefined ? 'up' : safeMove(this.#position.position, this.#position.seat);
  }

  /** Keeps what was answered, for the next request to judge. `took` in ms. */
  answer(move: Direction, took: number): void {
    if (this.#asked === undefined) return;
    const { turn, head, neck } = this.#asked;
    this.#answered = { turn, move, head, neck, took };
  }

  /** How the game ended for our snake. From now on, `dead` holds those that are dead on the final board as well. */
  finish(end: GameRequest): GameOutcome {
    const asked = this.#position;
    const outcome = asked && gameOutcomeOf({ asked, end, dead: this.dead });
    this.#tracker.update(end, false);
    return outcome ?? { result: 'loss' };
  }

  #learn(request: GameRequest, last: AnsweredTurn, used: Used): void {
    if (used === 'no') return this.overhead.widen();
    const latency = measuredLatency(request.you.latency, used);
    if (latency !== undefined) this.overhead.learn(latency - last.took);
  }
}

/** The arena looks in on each snake with a standard game of its own, alone on the board, that ends on turn 0. */
function looksLikeProbe({ game, board, turn }: GameRequest): boolean {
  return game.ruleset.name === 'standard' && game.ruleset.version !== 'cli' && turn === 0 && board.snakes.length === 1;
}
