/** How many pairs a job has: as many as take a second or two at the measured rate. */

/** Time that a job should take, in ms: long enough that the queue costs little, short enough to lose with a worker. */
const JOB_MS = 1500;
/** Most pairs of a job: its results travel as one message. */
const MAX_PAIRS = 128;
/** A job has at most this many times the pairs of the largest job before it: one short game says little. */
const MAX_GROWTH = 4;
/** Weight of a job in the average. */
const WEIGHT = 0.2;

/** Owns the average time of a pair on all workers. It begins with jobs of one pair. */
export class JobSizes {
  /** In ms; `undefined` before the first result. */
  #perPair: number | undefined;
  #largest = 0;

  /** Notes that a job of this many pairs took this long, in ms. */
  note(pairs: number, took: number): void {
    const perPair = took / pairs;
    this.#largest = Math.max(this.#largest, pairs);
    this.#perPair = this.#perPair === undefined ? perPair : (1 - WEIGHT) * this.#perPair + WEIGHT * perPair;
  }

  /** Pairs of the next job. */
  get pairs(): number {
    if (this.#perPair === undefined) return 1;
    const wanted = Math.floor(JOB_MS / Math.max(this.#perPair, 0.01));
    return Math.max(1, Math.min(wanted, MAX_PAIRS, MAX_GROWTH * this.#largest));
  }
}
