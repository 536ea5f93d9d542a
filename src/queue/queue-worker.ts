/** A worker: takes part in the contests of a queue and plays their jobs. `serpentarium worker` runs one. */
import { WaitingError, type Job, type Queue, type Worker } from 'bullmq';
import { MatchWorkerPool } from '../arena/workers/match-worker-pool.js';
import type { GameRecord } from '../arena/contest/game-record.js';
import { messageOf } from '../errors/errors.js';
import { Slots } from '../processes/slots.js';
import {
  CONTESTS,
  pairsQueueOf,
  readOffer,
  refusalOf,
  type ContestOffer,
  type JobResult,
  type QueueJob,
  type WorkerFacts,
} from './queue-job.js';
import { repeat, type QueueServer } from './queue-server.js';

/** Interval at which it checks for contests, in ms. */
const LOOK_MS = 1000;
/** Workers that may vanish with the same job before it fails. */
const MAX_STALLED = 20;

interface QueueWorkerOptions {
  readonly facts: WorkerFacts;
  /** Games at once. */
  readonly concurrency: number;
  /** Silence after which its job goes to another worker, in ms. */
  readonly lock: number;
  readonly listener: QueueWorkerListener;
}

export interface QueueWorkerListener {
  readonly joined: (title: string) => void;
  readonly refused: (title: string, reason: string) => void;
  /** The contest is over, or was stopped by its driver. */
  readonly left: (title: string, jobs: number) => void;
}

/** Owns the contests that this worker plays, and their processes. They share its slots fairly. */
export class QueueWorker {
  readonly #server: QueueServer;
  readonly #options: QueueWorkerOptions;
  readonly #contests: Queue;
  readonly #slots: Slots;
  /** By id, the contests that it has seen; `undefined` for one that it does not play. */
  readonly #known = new Map<string, Participation | undefined>();
  readonly #stopping = new AbortController();
  readonly #looking: Promise<void>;

  constructor(server: QueueServer, options: QueueWorkerOptions) {
    this.#server = server;
    this.#options = options;
    this.#contests = server.queue(CONTESTS);
    this.#slots = new Slots(options.concurrency);
    this.#looking = repeat(() => this.#look(), LOOK_MS, this.#stopping.signal);
  }

  /** Accepts no more jobs, and returns unfinished ones after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    const playing = [...this.#known.values()].filter((one) => one !== undefined);
    await Promise.all(playing.map((one) => one.close(graceMs)));
  }

  async #look(): Promise<void> {
    const ids = await this.#contests.getRanges(['waiting'], 0, -1);
    for (const [id, participation] of this.#known) {
      if (ids.includes(id)) continue;
      this.#known.delete(id);
      if (participation === undefined) continue;
      await participation.close(0);
      // A worker that was suspended may write to a queue that its driver has removed.
      await this.#server.queue(pairsQueueOf(id)).obliterate({ force: true });
      this.#options.listener.left(participation.title, participation.jobs);
    }
    for (const id of ids) if (!this.#known.has(id)) await this.#consider(id);
  }

  async #consider(id: string): Promise<void> {
    const offer = readOffer((await this.#contests.getJob(id))?.data);
    this.#known.set(id, undefined);
    if (offer === undefined) return;
    const refusal = refusalOf(offer, process.env);
    if (refusal !== undefined) return this.#refuse(id, offer, refusal);
    this.#options.listener.joined(offer.title);
    const leave = (reason: string) => {
      void this.#known.get(id)?.close(0);
      this.#known.set(id, undefined);
      void this.#refuse(id, offer, reason).catch(() => undefined);
    };
    this.#known.set(id, new Participation(id, offer, this.#server, this.#slots, this.#options, leave));
  }

  async #refuse(id: string, { title }: ContestOffer, reason: string): Promise<void> {
    const { facts, listener } = this.#options;
    listener.refused(title, reason);
    await this.#contests.addJobLog(id, `worker "${facts.name}" on ${facts.machine} does not play: ${reason}`);
  }
}

/**
 * A contest that a worker plays, in child processes as `compare` does on one machine. BullMQ renews the locks of its
 * jobs while the worker lives, and gives them to others when it does not.
 */
class Participation {
  readonly title: string;
  jobs = 0;
  readonly #facts: WorkerFacts;
  readonly #slots: Slots;
  readonly #pool: MatchWorkerPool;
  readonly #worker: Worker;
  readonly #leave: (reason: string) => void;

  /** @param leave called when a job cannot be played here; other workers get the remaining ones. */
  constructor(
    id: string,
    { title, contest }: ContestOffer,
    server: QueueServer,
    slots: Slots,
    { facts, concurrency, lock }: QueueWorkerOptions,
    leave: (reason: string) => void,
  ) {
    this.title = title;
    this.#facts = facts;
    this.#slots = slots;
    this.#leave = leave;
    this.#pool = new MatchWorkerPool(contest, concurrency);
    this.#worker = server.worker(pairsQueueOf(id), (job, token) => this.#process(job, token!), {
      concurrency,
      lockDuration: lock,
      stalledInterval: lock / 3,
      maxStalledCount: MAX_STALLED,
      runRetryDelay: LOOK_MS,
    });
  }

  /** Accepts no more jobs, and returns unfinished ones after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => void this.#pool.close(), graceMs);
    await this.#worker.close();
    clearTimeout(timer);
    await this.#pool.close();
  }

  async #process(job: Job, token: string): Promise<JobResult> {
    let took = 0;
    const play = async (pairings: QueueJob['pairs'][number]) => {
      const began = performance.now();
      const records = await this.#pool.play(pairings);
      took += performance.now() - began;
      return records;
    };
    const { pairs } = job.data as QueueJob;
    let played: (readonly GameRecord[] | undefined)[];
    try {
      played = await Promise.all(pairs.map((pairings) => this.#slots.run(() => play(pairings))));
    } catch (thrown) {
      this.#leave(messageOf(thrown));
      throw thrown;
    }
    const records = played.filter((one) => one !== undefined);
    if (records.length < pairs.length) {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    this.jobs += 1;
    return { worker: this.#facts, took, records };
  }
}
