/** Decides who is right about a pair that two workers report differently: a third one. `AuditedPlayer` asks. */
import type { WorkerFacts } from '../job-queue.js';

/** How a pair went on a worker, in short; see `toPrint`. */
export interface Testimony {
  readonly worker: WorkerFacts;
  readonly print: string;
}

/** What came of a dispute. `chance`: all three differ, so that results follow from more than the seed. */
export type DisputeVerdict =
  | { readonly kind: 'wrong'; readonly worker: WorkerFacts; readonly others: readonly WorkerFacts[] }
  | { readonly kind: 'chance' };

/** Owns the pairs about which workers differ. */
export class Disputes {
  readonly #open = new Map<number, readonly [Testimony, Testimony]>();

  /** The two differ about this pair. */
  begin(pair: number, one: Testimony, other: Testimony): void {
    this.#open.set(pair, [one, other]);
  }

  has(pair: number): boolean {
    return this.#open.has(pair);
  }

  /** The ids of those who differ about this pair. */
  idsOf(pair: number): string[] {
    return (this.#open.get(pair) ?? []).map(({ worker }) => worker.id);
  }

  /** Ends a dispute, if a third worker has come; `undefined` if it has not. */
  decide(pair: number, third: Testimony): DisputeVerdict | undefined {
    const [one, other] = this.#open.get(pair)!;
    if ([one.worker.id, other.worker.id].includes(third.worker.id)) return undefined;
    this.#open.delete(pair);
    if (third.print === one.print) return { kind: 'wrong', worker: other.worker, others: [one.worker, third.worker] };
    if (third.print === other.print) return { kind: 'wrong', worker: one.worker, others: [other.worker, third.worker] };
    return { kind: 'chance' };
  }

  /** Ends a dispute without a decision. */
  drop(pair: number): void {
    this.#open.delete(pair);
  }

  /** Ends all disputes that this worker is part of. */
  dropOf(workerId: string): void {
    for (const pair of this.#open.keys()) if (this.idsOf(pair).includes(workerId)) this.#open.delete(pair);
  }

  /** The disputes that are not decided: the pair, and those who differ. */
  list(): { readonly pair: number; readonly workers: readonly WorkerFacts[] }[] {
    return Array.from(this.#open, ([pair, both]) => ({ pair, workers: both.map(({ worker }) => worker) }));
  }

  clear(): void {
    this.#open.clear();
  }
}
