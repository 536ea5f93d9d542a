/** The cores of a worker, shared out among the contests that it takes part in. */

interface Waiter {
  readonly owner: string;
  readonly take: (slot: number | undefined) => void;
}

/**
 * Owns a fixed number of slots, each held by one job at a time.
 *
 * Guarantees that a slot that becomes free goes to the contest that holds the fewest, so that contests share a worker
 * fairly, and that no slot is free while somebody waits.
 */
export class Slots {
  readonly #free: number[];
  readonly #held = new Map<string, number>();
  #waiting: Waiter[] = [];

  constructor(count: number) {
    this.#free = Array.from({ length: count }, (_, slot) => slot);
  }

  /** Resolves with a slot, or with `undefined` if the signal aborts first. */
  take(owner: string, signal: AbortSignal): Promise<number | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const waiter: Waiter = { owner, take: resolve };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', () => {
        if (!this.#waiting.includes(waiter)) return;
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        resolve(undefined);
      });
      this.#dispatch();
    });
  }

  release(owner: string, slot: number): void {
    this.#held.set(owner, this.#heldBy(owner) - 1);
    this.#free.push(slot);
    this.#dispatch();
  }

  #dispatch(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const [next] = this.#waiting.toSorted((a, b) => this.#heldBy(a.owner) - this.#heldBy(b.owner));
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#held.set(next!.owner, this.#heldBy(next!.owner) + 1);
      next!.take(this.#free.shift());
    }
  }

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }
}
