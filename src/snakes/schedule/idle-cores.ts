/** Gives cores that nobody wants to snakes that would think on until their next turn. Part of `cores.ts`. */
import type { Measurable } from '../../processes/cpu-span.js';

/** A child that does what is leased a core. */
export interface Worker extends Measurable {
  /** Whether it would begin at once. */
  readonly isFree: boolean;
}

/** A game whose snake would ponder. */
export interface Ponderer {
  /** `waiting` → `running` → `stopping` → `waiting`; one may return without being stopped. */
  readonly state: 'waiting' | 'running' | 'stopping';
  /** The child that plays it. */
  readonly child?: Worker;
  /** Whether that could begin now. */
  readonly isReady: boolean;
  begin(): void;
  /** Has it end at once; its child says when it has. */
  stop(): void;
}

/** What {@link IdleCores} have to know of the turns that want a core. */
export interface WaitingTurns {
  /** Whether one waits for a core. */
  isWanted(): boolean;
  /** Whether a child was given one, be it that it has not heard of it yet. */
  hasTurn(child: Worker | undefined): boolean;
}

/**
 * Owns who ponders, and what children have to do.
 *
 * Guarantees that nobody begins to ponder without a free core, and that one who does is stopped when a child is given
 * something and no core is left. That child never waits for it: they share a core for the moment that stopping takes.
 */
export class IdleCores {
  readonly #cores: number;
  readonly #turns: WaitingTurns;
  readonly #busy = new Set<unknown>();
  /** In the order in which they were answered. */
  readonly #ponderers = new Set<Ponderer>();

  constructor(cores: number, turns: WaitingTurns) {
    this.#cores = cores;
    this.#turns = turns;
  }

  /** A child has or is about to have something to do, be it a turn that never waits for a core. */
  sent(turn: unknown): void {
    this.#busy.add(turn);
    this.share();
  }

  /** The child has done it, or is gone. */
  done(turn: unknown): void {
    this.#busy.delete(turn);
  }

  /** Lets it ponder while a core is free, again and again, until it returns by itself or is removed. */
  add(ponderer: Ponderer): void {
    this.#ponderers.add(ponderer);
    this.share();
  }

  /** Its child has returned. `isDone`: by itself; it would go on otherwise. */
  returned(ponderer: Ponderer, isDone: boolean): void {
    if (isDone) this.#ponderers.delete(ponderer);
    this.share();
  }

  /** It is not to begin again; the caller has it end. */
  remove(ponderer: Ponderer): void {
    this.#ponderers.delete(ponderer);
  }

  /** Stops those who have no core any more, or lets others begin. */
  share(): void {
    if (this.#ponderers.size === 0) return;
    const free = this.#turns.isWanted() ? 0 : Math.max(0, this.#cores - this.#busy.size);
    let [left, running] = [free, 0];
    for (const ponderer of this.#ponderers) {
      if (ponderer.state === 'waiting') continue;
      left -= 1;
      // A turn that its child is about to get ends it, too.
      if (ponderer.state !== 'running' || this.#turns.hasTurn(ponderer.child)) continue;
      if (++running > free) ponderer.stop();
    }
    for (const ponderer of this.#ponderers) {
      if (left <= 0) return;
      if (ponderer.state !== 'waiting' || !ponderer.isReady || this.#turns.hasTurn(ponderer.child)) continue;
      left -= 1;
      ponderer.begin();
    }
  }
}
