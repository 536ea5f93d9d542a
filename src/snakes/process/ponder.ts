/** A game whose snake may think on until its next turn, and what becomes of that in its child process. */
import type { IdleCores, Ponderer } from '../schedule/idle-cores.js';
import { PONDER_ALLOWANCE, type AnsweredTurn } from '../strategy/runner.js';
import type { ToChild } from './messages.js';
import type { Allowance } from './overtime.js';

/** The child that plays the game, as one who ponders sees it. */
export interface PonderingChild {
  readonly isFree: boolean;
  readonly pondering: Pondering;
}

/**
 * A turn is pondered at most so many times, with breaks in which others need the core: what a child may send in a turn
 * is limited, too.
 */
const MOST_TIMES = 100;

/** One game, from an answer to the next turn. Made by the runner; the schedule says when it begins and ends. */
export class Ponder implements Ponderer {
  /** Set by {@link Pondering}. */
  state: Ponderer['state'] = 'waiting';
  readonly child: PonderingChild;
  readonly idle: IdleCores;
  readonly answered: AnsweredTurn;
  /** On the clock of `performance.now()`: an engine may be gone. */
  readonly #until = performance.now() + PONDER_ALLOWANCE;
  #times = 0;

  constructor(child: PonderingChild, idle: IdleCores, answered: AnsweredTurn) {
    this.child = child;
    this.idle = idle;
    this.answered = answered;
  }

  get isReady(): boolean {
    return this.child.isFree && !this.child.pondering.isOn && this.left > 0 && this.#times < MOST_TIMES;
  }

  /** How long it may go on, in ms. */
  get left(): number {
    return this.#until - performance.now();
  }

  begin(): void {
    this.#times += 1;
    this.child.pondering.begin(this);
  }

  stop(): void {
    this.child.pondering.stop(this);
  }
}

/**
 * Owns what one child ponders.
 *
 * Guarantees that a child which computes on after it was told to stop is killed: somebody else may need its core.
 */
export class Pondering {
  readonly #tell: (message: ToChild) => void;
  readonly #allow: (stop: object) => Allowance;
  readonly #kill: (reason: string) => void;
  #ponder: Ponder | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param allow how much longer one may go on that was told to stop; gets the same object for the same stop. */
  constructor(tell: (message: ToChild) => void, allow: (stop: object) => Allowance, kill: (reason: string) => void) {
    this.#tell = tell;
    this.#allow = allow;
    this.#kill = kill;
  }

  /** Whether it has not returned yet. */
  get isOn(): boolean {
    return this.#ponder !== undefined;
  }

  begin(ponder: Ponder): void {
    this.#ponder = ponder;
    ponder.state = 'running';
    this.#tell({ type: 'ponder', ...ponder.answered });
    this.#timer = setTimeout(() => this.stop(ponder), ponder.left);
  }

  /** Has this one end, if it runs. */
  stop(ponder: Ponder): void {
    if (ponder.state !== 'running') return;
    this.#tell({ type: 'stop-pondering' });
    this.interrupt();
  }

  /** The child was sent something, which ends what it ponders. */
  interrupt(): void {
    if (this.#ponder?.state !== 'running') return;
    this.#ponder.state = 'stopping';
    // Its time to stop begins now, also if it was stopped before in the same turn.
    this.#killIfStuck({});
  }

  /**
   * The child says that it has returned, and whether by itself. Returns false if there is none: a strategy may forge
   * messages.
   */
  returned(isDone: boolean): boolean {
    const ponder = this.#ponder;
    this.close();
    ponder?.idle.returned(ponder, isDone);
    return ponder !== undefined;
  }

  /** The child is gone, or pondering is over. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#ponder !== undefined) this.#ponder.state = 'waiting';
    this.#ponder = undefined;
  }

  #killIfStuck(stop: object): void {
    if (this.#ponder?.state !== 'stopping') return;
    clearTimeout(this.#timer);
    const { left, limit } = this.#allow(stop);
    if (left === 0) return this.#kill(`ponder had not returned ${limit} ms after it was told to stop`);
    this.#timer = setTimeout(() => setImmediate(() => this.#killIfStuck(stop)), left);
  }
}
