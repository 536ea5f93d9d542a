/** Lends idle cores to snakes that ponder until their next turn. Part of `cores.ts`. */
import type { Measurable } from '../../processes/proc.js';

/** A child for which a core is leased. */
export interface Worker extends Measurable {
  /** Whether it could begin at once. */
  readonly isFree: boolean;
}

export interface Ponderer {
  /** `waiting` → `running` → `stopping` → `waiting`; it may also return from `running` to `waiting`. */
  readonly state: 'waiting' | 'running' | 'stopping';
  readonly child?: Worker;
  /** Whether its child could begin now. */
  readonly isReady: boolean;
  begin(): void;
  /** Stops it; its child reports when it has ended. */
  stop(): void;
}

/** What {@link IdleCores} need to know about turns. */
export interface WaitingTurns {
  /** Whether a turn waits for a core. */
  isWanted(): boolean;
  /** Whether a child has a turn, even if it has not received it yet. */
  hasTurn(child: Worker | undefined): boolean;
}

/**
 * Owns the pondering games and the tasks of children.
 *
 * Guarantees that pondering only begins on a free core, and stops when a child gets a task and no core is left. That
 * child does not wait for it: both share a core until the pondering has stopped.
 */
export class IdleCores {
  readonly #cores: number;
  readonly #turns: WaitingTurns;
  readonly #busy = new Set<unknown>();
  /** In the order of their answers. */
  readonly #ponderers = new Set<Ponderer>();

  constructor(cores: number, turns: WaitingTurns) {
    this.#cores = cores;
    this.#turns = turns;
  }

  /** A child has or is about to get a task, including turns that never wait for a core. */
  sent(turn: unknown): void {
    this.#busy.add(turn);
    this.share();
  }

  /** The child has finished it, or has exited. */
  done(turn: unknown): void {
    this.#busy.delete(turn);
  }

  /** Lets it ponder whenever a core is free, until it returns or is removed. */
  add(ponderer: Ponderer): void {
    this.#ponderers.add(ponderer);
    this.share();
  }

  /** Its child has returned. `isDone`: without being stopped; otherwise it will continue. */
  returned(ponderer: Ponderer, isDone: boolean): void {
    if (isDone) this.#ponderers.delete(ponderer);
    this.share();
  }

  /** It must not begin again; the caller stops it. */
  remove(ponderer: Ponderer): void {
    this.#ponderers.delete(ponderer);
  }

  /** Stops games that have lost their core, or starts others. */
  share(): void {
    if (this.#ponderers.size === 0) return;
    const free = this.#turns.isWanted() ? 0 : Math.max(0, this.#cores - this.#busy.size);
    let [left, running] = [free, 0];
    for (const ponderer of this.#ponderers) {
      if (ponderer.state === 'waiting') continue;
      left -= 1;
      // A turn that its child is about to get stops it, too.
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
