/** One contest of a worker, on BullMQ: takes its jobs, keeps their locks, reports results. */
import { WaitingError } from 'bullmq';
import type { PlayJob, QueueJob, WorkerFacts } from '../job-queue.js';
import type { BullJob, BullWorker, QueueServer } from './queue-server.js';
import type { QueueTimings } from './queue-timings.js';

/** Workers that may vanish with the same job before it is given up. */
const MAX_STALLED = 20;

/** What a {@link BullMember} is wired to. */
export interface BullMemberDeps {
  readonly server: QueueServer;
  readonly timings: QueueTimings;
  readonly facts: WorkerFacts;
}

/**
 * Owns a worker of BullMQ, which renews the locks of the jobs that are being played and gives those of dead workers to
 * others. A job whose lock was lost is aborted: somebody else plays it.
 */
export class BullMember {
  readonly #worker: BullWorker;
  readonly #play: PlayJob;
  readonly #playing = new Map<string, AbortController>();

  constructor(queue: string, concurrency: number, play: PlayJob, { server, timings, facts }: BullMemberDeps) {
    this.#play = play;
    this.#worker = server.worker(queue, (job, token) => this.#process(job, token!), {
      name: facts.name,
      concurrency,
      lockDuration: timings.lock,
      stalledInterval: timings.lock / 3,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: timings.beat,
      drainDelay: 5,
    });
    this.#worker.on('lockRenewalFailed', (jobIds) => {
      for (const id of jobIds) this.#playing.get(id)?.abort();
    });
  }

  setConcurrency(jobs: number): void {
    this.#worker.concurrency = Math.max(1, jobs);
  }

  /** Resolves when all jobs that it has are done or returned. */
  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #process(bull: BullJob, token: string): Promise<unknown> {
    const job = bull.data as QueueJob;
    const controller = new AbortController();
    this.#playing.set(job.id, controller);
    const outcome = await this.#play(job, controller.signal).finally(() => this.#playing.delete(job.id));
    if (outcome.kind === 'played') return outcome.result;
    if (outcome.kind === 'failed') throw new Error(outcome.reason);
    await bull.moveToWait(token);
    throw new WaitingError();
  }
}
