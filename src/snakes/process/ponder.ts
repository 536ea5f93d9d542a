/** A game whose strategy may ponder until its next turn: a call that any other call ends. */
import type { IdleCores, Ponderer } from '../schedule/idle-cores.js';
import { PONDER_ALLOWANCE, type AnsweredTurn } from '../strategy/runner.js';
import type { Child } from './child.js';
import { PonderCall } from './child-call.js';

/**
 * A turn is pondered at most this many times, with breaks in which others need the core: that limits a child's
 * messages.
 */
const MOST_TIMES = 100;

/** One game, from an answer to the next turn. Its runner makes it; {@link IdleCores} start and stop it. */
export class Ponder implements Ponderer {
  readonly child: Child;
  readonly #idle: IdleCores;
  readonly #answered: AnsweredTurn;
  /** On the clock of `performance.now()`: the next turn may never come. */
  readonly #until = performance.now() + PONDER_ALLOWANCE;
  #times = 0;
  #call: PonderCall | undefined;

  constructor(child: Child, idle: IdleCores, answered: AnsweredTurn) {
    this.child = child;
    this.#idle = idle;
    this.#answered = answered;
  }

  get state(): Ponderer['state'] {
    if (this.#call === undefined) return 'waiting';
    return this.#call.isStopped ? 'stopping' : 'running';
  }

  get isReady(): boolean {
    const { isFree, isPondering } = this.child;
    return isFree && !isPondering && performance.now() < this.#until && this.#times < MOST_TIMES;
  }

  begin(): void {
    this.#times += 1;
    const call = new PonderCall(this.#answered, this.#until);
    this.#call = call;
    void this.child.ponder(call).then((isDone) => {
      this.#call = undefined;
      return this.#idle.returned(this, isDone);
    });
  }

  stop(): void {
    if (this.#call !== undefined) this.child.stopPondering(this.#call);
  }
}
