/** A worker's connection to the contests of a server, on BullMQ. */
import type {
  ContestOffer,
  Membership,
  OfferListener,
  PlayJob,
  WorkerFacts,
  WorkerSession,
  QueueJob,
} from '../job-queue.js';
import { REGISTRY, registryIdOf, queueNamesOf, readRegistryEntry, type WorkerEntry } from './names.js';
import { repeat, type Repetition } from './repeat.js';
import type { BullQueue, QueueServer, BullJob, BullWorker, QueueTimings } from './queue-server.js';
import { WaitingError } from 'bullmq';

/** A contest whose coordinator has been gone for this long is removed, in ms: a week. */
const ABANDONED_MS = 7 * 24 * 60 * 60 * 1000;

/** Owns the presence of a worker in all contests, and the look-out for new ones. */
export class BullWorkerSession implements WorkerSession {
  readonly #server: QueueServer;
  readonly #timings: QueueTimings;
  readonly #facts: WorkerFacts;
  readonly #listener: OfferListener;
  readonly #registry: BullQueue;
  readonly #repetitions: readonly Repetition[];
  /** Contests that the listener knows, by id. */
  readonly #known = new Map<string, ContestOffer>();
  readonly #present = new Map<string, { readonly queue: BullQueue; readonly state: WorkerEntry['state'] }>();
  #beat = 0;

  constructor(server: QueueServer, timings: QueueTimings, facts: WorkerFacts, listener: OfferListener) {
    this.#server = server;
    this.#timings = timings;
    this.#facts = facts;
    this.#listener = listener;
    this.#registry = server.queue(REGISTRY);
    this.#repetitions = [repeat(() => this.#lookAround()), repeat(() => this.#sayHere())];
  }

  async read({ id, hash }: ContestOffer): Promise<string | undefined> {
    const queue = this.#server.queue(queueNamesOf(id).descriptor);
    try {
      const job = await queue.getJob(hash);
      return (job?.data as { readonly text: string } | undefined)?.text;
    } finally {
      await queue.close();
    }
  }

  async refuse(offer: ContestOffer, reason: string): Promise<void> {
    await this.#appear(offer, { kind: 'refused', reason });
  }

  async join(offer: ContestOffer, concurrency: number, play: PlayJob): Promise<Membership> {
    await this.#appear(offer, { kind: 'playing' });
    const deps = { server: this.#server, timings: this.#timings, facts: this.#facts };
    const member = new BullMember(queueNamesOf(offer.id).jobs, concurrency, play, deps);
    return {
      setConcurrency: (jobs) => member.setConcurrency(jobs),
      leave: async () => {
        await member.close();
        await this.#disappear(offer.id);
      },
    };
  }

  /** Looks and speaks no more, and leaves what the queue knows of it. */
  async stop(): Promise<void> {
    await Promise.all(this.#repetitions.map((one) => one.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await Promise.all(Array.from(this.#present.keys(), (id) => this.#disappear(id)));
    await this.#registry.close();
  }

  async #lookAround(): Promise<number> {
    const jobs = await this.#registry.getJobs(['waiting']);
    const entries = jobs.flatMap((job) => readRegistryEntry(job) ?? []);
    const offers = new Map(entries.map(({ offer }) => [offer.id, offer]));
    for (const [id, { hash }] of this.#known) {
      if (offers.get(id)?.hash === hash) continue;
      this.#known.delete(id);
      if (this.#present.get(id)?.state.kind === 'refused') await this.#disappear(id);
      this.#listener.withdrawn(id);
    }
    for (const { offer, at } of entries) {
      if (Date.now() - at > ABANDONED_MS) await this.#sweep(offer.id);
      else if (!this.#known.has(offer.id)) {
        this.#known.set(offer.id, offer);
        this.#listener.offered(offer);
      }
    }
    return this.#timings.beat;
  }

  async #sayHere(): Promise<number> {
    this.#beat += 1;
    for (const { queue, state } of this.#present.values()) {
      const job = await queue.getJob(this.#jobId);
      await job?.updateData({ facts: this.#facts, state, beat: this.#beat } satisfies WorkerEntry);
    }
    return this.#timings.beat;
  }

  async #appear({ id }: ContestOffer, state: WorkerEntry['state']): Promise<void> {
    const queue = this.#present.get(id)?.queue ?? this.#server.queue(queueNamesOf(id).workers);
    this.#present.set(id, { queue, state });
    const entry: WorkerEntry = { facts: this.#facts, state, beat: ++this.#beat };
    const { id: jobId } = await queue.add('worker', entry, { jobId: this.#jobId });
    const job = await queue.getJob(jobId!);
    await job?.updateData(entry);
  }

  async #disappear(contestId: string): Promise<void> {
    const present = this.#present.get(contestId);
    this.#present.delete(contestId);
    await present?.queue.remove(this.#jobId);
    await present?.queue.close();
  }

  async #sweep(contestId: string): Promise<void> {
    for (const name of Object.values(queueNamesOf(contestId))) {
      const queue = this.#server.queue(name);
      await queue.obliterate({ force: true });
      await queue.close();
    }
    await this.#registry.remove(registryIdOf(contestId));
  }

  get #jobId(): string {
    return `worker-${this.#facts.id}`;
  }
}

/** Workers that may vanish with the same job before it is given up. */
const MAX_STALLED = 20;

interface BullMemberDeps {
  readonly server: QueueServer;
  readonly timings: QueueTimings;
  readonly facts: WorkerFacts;
}

/**
 * Owns a worker of BullMQ, which renews the locks of the jobs that are being played and gives those of dead workers to
 * others. A job whose lock was lost is aborted: somebody else plays it.
 */
class BullMember {
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
