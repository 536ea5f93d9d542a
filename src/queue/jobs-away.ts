/** Which jobs are handed out and not done, and which of them are late. `QueuePool` asks. */

/** Owns the ids of jobs that are away. There is no clock: a job is late if many others have come back since it left. */
export class JobsAway {
  #returned = 0;
  /** By id, in the order of leaving: the jobs that had come back by then. */
  readonly #left = new Map<string, number>();
  readonly #late = new Set<string>();

  get size(): number {
    return this.#left.size + this.#late.size;
  }

  has(id: string): boolean {
    return this.#left.has(id) || this.#late.has(id);
  }

  add(id: string): void {
    this.#left.set(id, this.#returned);
  }

  /** The job has come back. Returns whether it was away. */
  comeBack(id: string): boolean {
    const wasAway = this.delete(id);
    if (wasAway) this.#returned += 1;
    return wasAway;
  }

  /** Forgets the job. Returns whether it was away. */
  delete(id: string): boolean {
    return this.#left.delete(id) || this.#late.delete(id);
  }

  /** The jobs that have become late: `others` that left after them have come back. Each is returned once. */
  takeLate(others: number): string[] {
    const late: string[] = [];
    for (const [id, returned] of this.#left) {
      if (this.#returned - returned < others) break;
      late.push(id);
    }
    for (const id of late) {
      this.#left.delete(id);
      this.#late.add(id);
    }
    return late;
  }
}

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
