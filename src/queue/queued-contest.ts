/** A contest on a queue, as its driver sees it: offers it to workers, adds jobs, collects results. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { isPassing } from '../processes/timing.js';
import { messageOf } from '../errors/errors.js';
import { CONTESTS, pairsQueueOf, type ContestOffer, type QueueJob } from './queue-job.js';
import { repeat, type QueueServer } from './queue-server.js';

/** Workers that may fail to play a job before it is abandoned. */
const MAX_FAILURES = 3;
const COLLECT_MS = 100;
/** Results that are collected at once. */
const MAX_COLLECTED = 100;
const LOOK_MS = 1000;
/** Time for workers to leave when the contest ends, in ms. */
const LEAVE_MS = 3000;
/** Silence after which a driver counts as stopped, in ms: a day, because the clocks of machines differ. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

interface QueuedContestListener {
  readonly played: (jobId: string, result: unknown) => void;
  /** A job was abandoned after several workers have failed. */
  readonly failed: (jobId: string, reason: string) => void;
  /** Called every second with the number of workers, and of jobs that they play. */
  readonly seen: (workers: number, playing: number) => void;
  /** A worker does not take part; `line` says who and why. */
  readonly refused: (line: string) => void;
  /** The contest was removed, or the server refuses its jobs: nothing more will come. Called at most once. */
  readonly ended: (reason: string) => void;
}

/** Owns a contest in the queue, under a random id, from `offer` to `end`. */
export class QueuedContest {
  readonly #id: string;
  readonly #contests: Queue;
  readonly #pairs: Queue;
  readonly #listener: QueuedContestListener;
  readonly #stopping = new AbortController();
  readonly #repetitions: Promise<unknown>;
  /** Lines of the contest's log that the listener has received. */
  #refusals = 0;

  private constructor(id: string, server: QueueServer, contests: Queue, listener: QueuedContestListener) {
    this.#id = id;
    this.#contests = contests;
    this.#pairs = server.queue(pairsQueueOf(id));
    this.#listener = listener;
    const { signal } = this.#stopping;
    this.#repetitions = Promise.all([
      repeat(() => this.#orEnd(this.#collect()), COLLECT_MS, signal),
      repeat(() => this.#orEnd(this.#look()), LOOK_MS, signal),
    ]);
  }

  static async offer(
    server: QueueServer,
    offer: ContestOffer,
    listener: QueuedContestListener,
  ): Promise<QueuedContest> {
    const contests = server.queue(CONTESTS);
    await removeAbandoned(server, contests);
    const id = randomBytes(8).toString('hex');
    await contests.add('contest', offer, { jobId: id });
    return new QueuedContest(id, server, contests, listener);
  }

  /** Never rejects: if the server refuses the jobs, the contest ends. */
  async add(jobs: readonly QueueJob[]): Promise<void> {
    const added = jobs.map((job) => ({ name: 'pairs', data: job, opts: { jobId: job.id, attempts: MAX_FAILURES } }));
    await this.#orEnd(this.#pairs.addBulk(added));
  }

  /** Removes the contest and all its data from the queue, once its workers have left. */
  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#repetitions;
    await this.#contests.remove(this.#id);
    const until = performance.now() + LEAVE_MS;
    while (performance.now() < until && (await this.#pairs.getWorkersCount()) > 0) await wait(COLLECT_MS);
    await this.#pairs.obliterate({ force: true });
  }

  async #collect(): Promise<void> {
    for (const job of await this.#pairs.getCompleted(0, MAX_COLLECTED - 1)) {
      this.#listener.played(job.id!, job.returnvalue);
      await job.remove();
    }
    for (const job of await this.#pairs.getFailed(0, MAX_COLLECTED - 1)) {
      this.#listener.failed(job.id!, job.failedReason);
      await job.remove();
    }
  }

  async #look(): Promise<void> {
    if ((await this.#contests.getJobState(this.#id)) === 'unknown') {
      this.#end('it was removed from the queue');
      return;
    }
    await this.#contests.updateJobProgress(this.#id, Date.now());
    this.#listener.seen(await this.#pairs.getWorkersCount(), await this.#pairs.getActiveCount());
    const { logs } = await this.#contests.getJobLogs(this.#id, this.#refusals);
    this.#refusals += logs.length;
    for (const line of logs) this.#listener.refused(line);
  }

  /** A full or read-only server refuses jobs: the contest cannot continue. */
  async #orEnd(asked: Promise<unknown>): Promise<void> {
    await asked.catch((thrown: unknown) => {
      if (!isPassing(thrown)) throw thrown;
      this.#end(messageOf(thrown));
    });
  }

  #end(reason: string): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#listener.ended(reason);
  }
}

/** Removes contests whose driver was killed and has not restarted. */
async function removeAbandoned(server: QueueServer, contests: Queue): Promise<void> {
  for (const { id, timestamp, progress } of await contests.getWaiting()) {
    const seenAt = typeof progress === 'number' && progress > 0 ? progress : timestamp;
    if (Date.now() - seenAt < ABANDONED_MS) continue;
    await contests.remove(id!);
    await server.queue(pairsQueueOf(id!)).obliterate({ force: true });
  }
}
