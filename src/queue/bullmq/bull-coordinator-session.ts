/** A coordinator's session with its contest, on BullMQ: adds jobs, looks for results and for workers. */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../errors.js';
import type { ContestOffer, CoordinatorListener, CoordinatorSession, QueueJob, WorkerStatus } from '../job-queue.js';
import { readJobResult } from '../read-job-result.js';
import { Lease } from './lease.js';
import { REGISTRY, queueNamesOf, readWorkerEntry, type WorkerEntry } from './names.js';
import { repeat, type Repetition } from './repeat.js';
import type { BullQueue, QueueServer, QueueTimings } from './queue-server.js';

/** Different workers that fail to play a job before it is given up. */
const MAX_FAILURES = 3;
const STATES = ['waiting', 'active', 'delayed', 'prioritized', 'completed', 'failed'] as const;

export interface BullCoordinatorDeps {
  readonly server: QueueServer;
  readonly timings: QueueTimings;
  readonly listener: CoordinatorListener;
}

/**
 * Owns the lease on the contest and its three queues, until the contest ends. It tells the listener of each result at
 * least once.
 */
export class BullCoordinatorSession implements CoordinatorSession {
  readonly left: readonly QueueJob[];
  readonly #deps: BullCoordinatorDeps;
  readonly #lease: Lease;
  readonly #queues: ContestQueues;
  readonly #watch: WorkerWatch;
  readonly #repetitions: readonly Repetition[];
  /** Results that the listener has, and that are in the queue. */
  readonly #delivered = new Set<string>();
  #looks = 0;
  /** Whether the listener is to know if it ends. */
  #isHeld = true;

  private constructor(
    deps: BullCoordinatorDeps,
    { lease, queues, left }: { lease: Lease; queues: ContestQueues; left: readonly QueueJob[] },
  ) {
    this.#deps = deps;
    this.#lease = lease;
    this.#queues = queues;
    this.left = left;
    const { timings, listener } = deps;
    this.#watch = new WorkerWatch(queues.workers, timings.silent, (workers) => listener.workers(workers));
    this.#repetitions = [
      repeat(() => this.#look()),
      repeat(() => this.#renew()),
      repeat(async () => {
        await this.#watch.look(performance.now());
        return timings.beat;
      }),
    ];
  }

  /** Takes the lease on the contest, and stores what workers need to play it. */
  static async open(
    offer: ContestOffer,
    descriptor: string,
    deps: BullCoordinatorDeps,
  ): Promise<BullCoordinatorSession> {
    const { server, timings } = deps;
    const queues = openQueues(server, offer.id);
    try {
      await queues.descriptor.add('descriptor', { text: descriptor }, { jobId: offer.hash });
      const lease = await Lease.take(queues.registry, offer, timings);
      // A coordinator that was killed while it removed the queue has paused it.
      await queues.jobs.resume();
      const jobs = await queues.jobs.getJobs([...STATES]);
      return new BullCoordinatorSession(deps, { lease, queues, left: jobs.map(({ data }) => data as QueueJob) });
    } catch (thrown) {
      await closeQueues(queues);
      throw thrown;
    }
  }

  async add(jobs: readonly QueueJob[]): Promise<void> {
    await this.#orEnd(
      this.#queues.jobs.addBulk(
        jobs.map((job) => ({
          name: 'pairs',
          data: job,
          opts: { jobId: job.id, attempts: MAX_FAILURES, lifo: job.isUrgent === true },
        })),
      ),
    );
  }

  async remove(jobIds: readonly string[]): Promise<void> {
    // One that is being played is not removed. Its result is told once more, and then removed.
    const removed = jobIds.map(async (id) => {
      await this.#queues.jobs.remove(id);
      this.#delivered.delete(id);
    });
    await this.#orEnd(Promise.all(removed));
  }

  async end(): Promise<void> {
    await this.stop();
    await this.#lease.release();
    await this.#untilWorkersLeft();
    const { jobs, descriptor, workers } = this.#queues;
    for (const queue of [jobs, descriptor, workers]) await queue.obliterate({ force: true });
    await closeQueues(this.#queues);
  }

  /** Stops looking. The contest stays in the queue. */
  async stop(): Promise<void> {
    this.#isHeld = false;
    await Promise.all(this.#repetitions.map((one) => one.stop()));
  }

  /** Those that play notice within a beat that the contest has left the registry. */
  async #untilWorkersLeft(): Promise<void> {
    const { beat, leave } = this.#deps.timings;
    for (let waited = 0; waited < leave; waited += beat / 4) {
      await this.#watch.look(performance.now());
      if (!this.#watch.isAnybodyPlaying) return;
      await wait(beat / 4);
    }
  }

  /** Returns the wait until the next look: short while results come in, and not too short where many are kept. */
  async #look(): Promise<number> {
    const { least, most } = this.#deps.timings.look;
    const ids = await this.#queues.jobs.getRanges(['completed'], 0, -1);
    const fresh = ids.filter((id) => !this.#delivered.has(id));
    await Promise.all(fresh.map((id) => this.#deliver(id)));
    if (this.#looks++ % 10 === 0) await this.#lookForFailures();
    if (fresh.length === 0) return Math.min(most, 2 * least + ids.length / 10);
    return Math.max(least, Math.min(most, ids.length / 10));
  }

  async #deliver(id: string): Promise<void> {
    const job = await this.#queues.jobs.getJob(id);
    if (job === undefined) return;
    this.#delivered.add(id);
    this.#deps.listener.played(readJobResult(id, job.returnvalue));
  }

  async #lookForFailures(): Promise<void> {
    for (const id of await this.#queues.jobs.getRanges(['failed'], 0, -1)) {
      const job = await this.#queues.jobs.getJob(id);
      if (job !== undefined) this.#deps.listener.failed(id, job.failedReason ?? 'for no known reason');
    }
  }

  async #renew(): Promise<number> {
    const reason = await this.#lease.renew().catch((thrown: unknown) => messageOf(thrown));
    if (reason === undefined) return this.#deps.timings.beat;
    this.#noteEnd(reason);
    return Infinity;
  }

  /** A server that is full or may not be written to refuses what it is asked for: the contest cannot go on. */
  async #orEnd(asked: Promise<unknown>): Promise<void> {
    await asked.catch((thrown: unknown) => this.#noteEnd(messageOf(thrown)));
  }

  #noteEnd(reason: string): void {
    if (this.#isHeld) this.#deps.listener.ended(reason);
    this.#isHeld = false;
  }
}

type ContestQueues = ReturnType<typeof openQueues>;

function openQueues(server: QueueServer, contestId: string) {
  const { jobs, descriptor, workers } = queueNamesOf(contestId);
  return {
    registry: server.queue(REGISTRY),
    jobs: server.queue(jobs),
    descriptor: server.queue(descriptor),
    workers: server.queue(workers),
  };
}

async function closeQueues(queues: Readonly<Record<string, BullQueue>>): Promise<void> {
  await Promise.all(Object.values(queues).map((queue) => queue.close()));
}

/** Owns the list of workers. It calls its listener when the list has changed. */
class WorkerWatch {
  readonly #queue: BullQueue;
  readonly #silentMs: number;
  readonly #onChange: (workers: readonly WorkerStatus[]) => void;
  /**
   * By id: what a worker said last, and when that was heard; `-Infinity` for one that an earlier coordinator has left,
   * until it says something more.
   */
  #heard = new Map<string, { readonly entry: WorkerEntry; readonly at: number }>();
  #isFirst = true;
  #last = '[]';

  constructor(queue: BullQueue, silentMs: number, onChange: (workers: readonly WorkerStatus[]) => void) {
    this.#queue = queue;
    this.#silentMs = silentMs;
    this.#onChange = onChange;
  }

  get isAnybodyPlaying(): boolean {
    return (JSON.parse(this.#last) as readonly WorkerStatus[]).some(({ state }) => state.kind === 'playing');
  }

  /** @param now in ms, on any clock. */
  async look(now: number): Promise<void> {
    const jobs = await this.#queue.getJobs(['waiting']);
    const heard = jobs.flatMap((job) => {
      const entry = readWorkerEntry(job);
      if (entry === undefined) return [];
      const before = this.#heard.get(job.id!);
      if (before?.entry.beat === entry.beat) return [[job.id!, before] as const];
      return [[job.id!, { entry, at: this.#isFirst ? -Infinity : now }] as const];
    });
    this.#isFirst = false;
    this.#heard = new Map(heard);
    const present = heard.filter(([, { at }]) => at > -Infinity);
    const workers = present.map(([, { entry, at }]): WorkerStatus => {
      const { facts, state } = entry;
      return { facts, state: state.kind === 'playing' && now - at > this.#silentMs ? { kind: 'silent' } : state };
    });
    workers.sort((a, b) => (a.facts.id < b.facts.id ? -1 : 1));
    const text = JSON.stringify(workers);
    if (text === this.#last) return;
    this.#last = text;
    this.#onChange(workers);
  }
}
