/** Gives cores that nobody wants to snakes that would think on until their next turn. Part of `cores.ts`. */

/** A game whose snake would ponder. */
export interface Ponderer {
  /** `waiting` → `running` → `stopping` → `waiting`; one may return without being stopped. */
  readonly state: 'waiting' | 'running' | 'stopping';
  /** Whether its child could begin now. */
  readonly isReady: boolean;
  begin(): void;
  /** Has it end at once; its child says when it has. */
  stop(): void;
}

/**
 * Owns who ponders, and what children have to do.
 *
 * Guarantees that nobody begins to ponder without a free core, and that one who does is stopped when a child is given
 * something and no core is left. That child never waits for it: they share a core for the moment that stopping takes.
 */
export class IdleCores {
  readonly #cores: number;
  readonly #isWanted: () => boolean;
  readonly #busy = new Set<unknown>();
  /** In the order in which they were answered. */
  readonly #ponderers = new Set<Ponderer>();

  /** @param isWanted whether a turn waits for a core. */
  constructor(cores: number, isWanted: () => boolean) {
    this.#cores = cores;
    this.#isWanted = isWanted;
  }

  /** A child has been given something, be it a turn that never waits for a core. */
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
    const free = this.#isWanted() ? 0 : Math.max(0, this.#cores - this.#busy.size);
    let [left, running] = [free, 0];
    for (const ponderer of this.#ponderers) {
      if (ponderer.state === 'waiting') continue;
      left -= 1;
      if (ponderer.state === 'running' && ++running > free) ponderer.stop();
    }
    for (const ponderer of this.#ponderers) {
      if (left <= 0) return;
      if (ponderer.state !== 'waiting' || !ponderer.isReady) continue;
      left -= 1;
      ponderer.begin();
    }
  }
}
