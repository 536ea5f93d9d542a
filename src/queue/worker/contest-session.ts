/** Plays the jobs of one contest on a worker, in child processes as `compare` does on one machine. */
import type { Contest } from '../../arena/contest/contest.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { environmentOf, memoryOf } from '../../arena/workers/worker-limits.js';
import { messageOf } from '../../errors.js';
import type { JobOutcome, QueueJob, WorkerFacts } from '../job-queue.js';
import type { Slots } from './slots.js';

export interface ContestSessionDeps {
  readonly contestId: string;
  readonly contest: Contest;
  readonly facts: WorkerFacts;
  /** See `MoveTime`. */
  readonly timeScale: number;
  readonly slots: Slots;
}

/**
 * The processes that play one contest: one for each slot that it has had.
 *
 * - Owns these processes. A strategy that kills its process crashes in that game, and the worker goes on.
 * - Guarantees that it plays at most one job on each slot at once, so that strategies do not take each other's time.
 */
export class ContestSession {
  readonly #deps: ContestSessionDeps;
  readonly #closing = new AbortController();
  /** By slot. */
  readonly #pools = new Map<number, MatchWorkerPool>();

  constructor(deps: ContestSessionDeps) {
    this.#deps = deps;
  }

  /** Plays a job when a slot is free. Never rejects. */
  async play(job: QueueJob, signal: AbortSignal): Promise<JobOutcome> {
    const { slots, contestId } = this.#deps;
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const slot = await slots.take(contestId, either);
    if (slot === undefined) return { kind: 'returned' };
    const stop = () => void this.#dismiss(slot);
    either.addEventListener('abort', stop);
    try {
      return await this.#playAt(slot, job);
    } catch (thrown) {
      await this.#dismiss(slot);
      return { kind: 'failed', reason: messageOf(thrown) };
    } finally {
      either.removeEventListener('abort', stop);
      slots.release(contestId, slot);
    }
  }

  /** Ends all processes. Jobs under way are returned. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(Array.from(this.#pools.keys(), (slot) => this.#dismiss(slot)));
  }

  async #playAt(slot: number, job: QueueJob): Promise<JobOutcome> {
    const pool = this.#poolAt(slot);
    const began = performance.now();
    const played = await Promise.all(
      job.pairs.map(async (games) => ({ pair: games[0]!.pair, records: await pool.play(games) })),
    );
    const took = performance.now() - began;
    const pairs = played.flatMap(({ pair, records }) => (records === undefined ? [] : [{ pair, records }]));
    if (pairs.length < played.length) return { kind: 'returned' };
    return { kind: 'played', result: { jobId: job.id, worker: this.#deps.facts, took, pairs } };
  }

  #poolAt(slot: number): MatchWorkerPool {
    const known = this.#pools.get(slot);
    if (known !== undefined) return known;
    const { contest, timeScale } = this.#deps;
    const pool = new MatchWorkerPool({
      contest,
      env: environmentOf(contest.contestants),
      memoryMb: memoryOf(contest.contestants),
      output: undefined,
      timeScale,
      concurrency: 1,
    });
    this.#pools.set(slot, pool);
    return pool;
  }

  async #dismiss(slot: number): Promise<void> {
    const pool = this.#pools.get(slot);
    this.#pools.delete(slot);
    await pool?.close();
  }
}
