/** Which pairs are settled: all up to some pair, and some beyond it. `QueuePool` asks how many of those there are. */

/** Owns the numbers of settled pairs. It keeps only those beyond the first pair that is not settled. */
export class SettledPairs {
  #first: number | undefined;
  readonly #beyond = new Set<number>();

  /** Pairs that are settled while an earlier one is not. */
  get waiting(): number {
    return this.#beyond.size;
  }

  /** The lowest pair that is asked for. Call it for the first pair. */
  begin(pair: number): void {
    this.#first ??= pair;
  }

  /** A pair that was settled before changes nothing. */
  add(pair: number): void {
    if (this.#first !== undefined && pair < this.#first) return;
    this.#beyond.add(pair);
    while (this.#first !== undefined && this.#beyond.delete(this.#first)) this.#first += 1;
  }
}
