/** Coordinators and workers for the tests of a queue. */
import type {
  CoordinatorListener,
  JobQueue,
  JobResult,
  Membership,
  OfferListener,
  PlayJob,
  WorkerStatus,
  WorkerFacts,
  WorkerSession,
} from '../../../src/queue/job-queue.js';
import { offerOf, workerNamed } from './queue-parts.js';

export interface QueueUnderTest {
  /** A connection of its own. */
  readonly connect: () => Promise<JobQueue>;
  /** Ends a worker without a word, as if its process was killed. */
  readonly kill: (queue: JobQueue, session: WorkerSession) => Promise<void>;
  /** How much of contests the server has. */
  readonly size: () => Promise<number>;
}

/** Owns the connections of a test, its coordinators and its workers. */
export class QueueStage {
  readonly #tested: QueueUnderTest;
  readonly #queues: JobQueue[] = [];
  readonly #workers: StagedWorker[] = [];

  constructor(tested: QueueUnderTest) {
    this.#tested = tested;
  }

  size(): Promise<number> {
    return this.#tested.size();
  }

  async offer(id: string, descriptor = 'descriptor') {
    const queue = await this.#connect();
    const results: JobResult[] = [];
    const failures: [string, string][] = [];
    const all: { seen: readonly WorkerStatus[] } = { seen: [] };
    const listener: CoordinatorListener = {
      played: (result) => void results.push(result),
      failed: (...failure) => void failures.push(failure),
      workers: (workers) => void (all.seen = workers),
      ended() {},
    };
    const offer = offerOf(id, descriptor);
    const held = await queue.offer(offer, descriptor, listener);
    return {
      queue,
      offer,
      held,
      results,
      failures,
      get seen() {
        return all.seen;
      },
      jobIds: () => results.map(({ jobId }) => jobId).sort(),
      states: () => new Map(all.seen.map(({ facts, state }) => [facts.name, state.kind])),
      playing: () =>
        all.seen
          .filter(({ state }) => state.kind === 'playing')
          .map(({ facts }) => facts.name)
          .sort(),
    };
  }

  /** A worker that joins all contests. */
  async work(name: string, play: PlayJob, concurrency = 2, joins = true): Promise<StagedWorker> {
    const worker = new StagedWorker(await this.#connect(), name, play, { concurrency, joins });
    this.#workers.push(worker);
    await worker.start();
    return worker;
  }

  async kill(worker: StagedWorker): Promise<void> {
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    await this.#tested.kill(worker.queue, worker.session);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.close()));
    await Promise.all(this.#queues.splice(0).map((queue) => queue.close()));
  }

  async #connect(): Promise<JobQueue> {
    const queue = await this.#tested.connect();
    this.#queues.push(queue);
    return queue;
  }
}

/** A worker, and what it has heard and played. */
export class StagedWorker {
  readonly facts: WorkerFacts;
  readonly offered: string[] = [];
  readonly withdrawn: string[] = [];
  readonly played: string[] = [];
  session!: WorkerSession;
  readonly queue: JobQueue;
  readonly #play: PlayJob;
  readonly #options: { readonly concurrency: number; readonly joins: boolean };
  readonly #joined = new Map<string, Promise<Membership>>();
  #last: Membership | undefined;

  constructor(
    queue: JobQueue,
    name: string,
    play: PlayJob,
    options: { readonly concurrency: number; readonly joins: boolean },
  ) {
    this.facts = workerNamed(name);
    this.queue = queue;
    this.#options = options;
    this.#play = async (job, signal) => {
      this.played.push(job.id);
      return play(job, signal);
    };
  }

  async start(): Promise<void> {
    const listener: OfferListener = {
      offered: (offer) => {
        this.offered.push(offer.id);
        if (!this.#options.joins) return;
        const joining = this.session.join(offer, this.#options.concurrency, this.#play);
        this.#joined.set(offer.id, joining);
        void joining.then((joined) => (this.#last = joined));
      },
      withdrawn: (id) => {
        this.withdrawn.push(id);
        void this.#leave(id);
      },
    };
    this.session = await this.queue.work(this.facts, listener);
  }

  joined(): Membership | undefined {
    return this.#last;
  }

  async close(): Promise<void> {
    for (const id of this.#joined.keys()) await this.#leave(id);
    await this.session.close();
  }

  async #leave(id: string): Promise<void> {
    const joined = await this.#joined.get(id);
    this.#joined.delete(id);
    await joined?.leave();
  }
}
