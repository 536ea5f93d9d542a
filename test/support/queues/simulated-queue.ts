/**
 * A queue with its workers in virtual time: what BullMQ does with jobs, locks and workers that vanish, but without a
 * server. It counts the commands that a server would be sent.
 */
import type {
  CoordinatorListener,
  JobResult,
  CoordinatorSession,
  QueueJob,
  WorkerStatus,
  WorkerFacts,
} from '../../../src/queue/job-queue.js';
import type { SimulatedPair } from './simulated-games.js';
import type { VirtualTime } from './virtual-time.js';

/** The times of the queue, in ms; those of BullMQ here are in `queue-timings.ts`. */
export interface SimulatedTimings {
  readonly lock: number;
  readonly beat: number;
  readonly silent: number;
  readonly look: { readonly least: number; readonly most: number };
  /** From a machine to the server. */
  readonly latency: number;
}

/** The life of a worker. Times in ms from the start of the contest. */
export interface SimulatedWorker {
  readonly facts: WorkerFacts;
  readonly joinsAt: number;
  /** When it vanishes, with all that it plays. */
  readonly diesAt?: number;
  /** It stands still meanwhile, and goes on afterwards as if nothing had been. */
  readonly pause?: { readonly at: number; readonly ms: number };
}

/** What a server of the queue would have had to do. */
export interface QueueLoad {
  /** Commands for jobs and results, and those with which workers and coordinator say that they are there. */
  readonly jobCommands: number;
  readonly beatCommands: number;
  readonly bytes: number;
  /** Most commands in a second. */
  readonly peak: number;
}

interface Running {
  readonly job: QueueJob;
  readonly worker: Live;
  readonly startedAt: number;
  endsAt: number;
  isLockLost: boolean;
}

/** A worker that has joined. */
interface Live extends SimulatedWorker {
  state: 'playing' | 'paused' | 'dead';
  seen: WorkerStatus['state']['kind'];
  readonly running: Set<Running>;
  /** Time that its slots have played, in ms. */
  busy: number;
}

/** Owns jobs, results and workers. */
export class SimulatedQueue implements CoordinatorSession {
  readonly left: readonly QueueJob[] = [];
  readonly #time: VirtualTime;
  readonly #timings: SimulatedTimings;
  readonly #pairOf: (pair: number) => SimulatedPair;
  readonly #random: () => number;
  readonly #live: Live[] = [];
  /** The next job comes last. */
  #waiting: QueueJob[] = [];
  /** A worker for each job that it could take. */
  #idle: Live[] = [];
  #finished: JobResult[] = [];
  #listener!: CoordinatorListener;
  #jobCommands = 0;
  #beatCommands = 0;
  #bytes = 0;
  readonly #bySecond = new Map<number, number>();

  constructor(
    time: VirtualTime,
    options: {
      readonly timings: SimulatedTimings;
      readonly workers: readonly SimulatedWorker[];
      readonly pairOf: (pair: number) => SimulatedPair;
      readonly random: () => number;
    },
  ) {
    this.#time = time;
    this.#timings = options.timings;
    this.#pairOf = options.pairOf;
    this.#random = options.random;
    for (const worker of options.workers) time.after(worker.joinsAt, () => this.#join(worker));
  }

  get load(): QueueLoad {
    const peak = Math.max(0, ...this.#bySecond.values());
    return { jobCommands: this.#jobCommands, beatCommands: this.#beatCommands, bytes: this.#bytes, peak };
  }

  /** Time that all slots have played until now, in ms, games that are under way included. */
  get busy(): number {
    const { now } = this.#time;
    const underWay = (live: Live) =>
      live.state === 'playing' ? [...live.running].reduce((sum, { startedAt }) => sum + now - startedAt, 0) : 0;
    return this.#live.reduce((sum, live) => sum + live.busy + underWay(live), 0);
  }

  /** Begins to look for results and workers, as a coordinator does. */
  listen(listener: CoordinatorListener): void {
    this.#listener = listener;
    this.#look();
    this.#watch();
  }

  async add(jobs: readonly QueueJob[]): Promise<void> {
    for (const job of jobs) this.#countJob(JSON.stringify(job).length);
    this.#time.after(this.#timings.latency, () => {
      const [urgent, others] = [true, false].map((wanted) => jobs.filter((job) => (job.isUrgent ?? false) === wanted));
      this.#waiting.push(...urgent!);
      this.#waiting.unshift(...others!.toReversed());
      this.#dispatch();
    });
  }

  async remove(jobIds: readonly string[]): Promise<void> {
    for (const id of jobIds) this.#countJob(id.length);
    const gone = new Set(jobIds);
    if (this.#waiting.some(({ id }) => gone.has(id))) this.#waiting = this.#waiting.filter(({ id }) => !gone.has(id));
  }

  async end(): Promise<void> {}

  #join(worker: SimulatedWorker): void {
    const live: Live = { ...worker, state: 'playing', seen: 'playing', running: new Set(), busy: 0 };
    this.#live.push(live);
    for (let slot = 0; slot < worker.facts.concurrency; slot++) this.#idle.push(live);
    const { diesAt, pause, joinsAt } = worker;
    if (diesAt !== undefined) this.#time.after(diesAt - joinsAt, () => this.#stop(live, 'dead'));
    if (pause !== undefined) {
      this.#time.after(pause.at - joinsAt, () => {
        this.#stop(live, 'paused');
        this.#time.after(pause.ms, () => this.#resume(live, pause.ms));
      });
    }
    this.#dispatch();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#idle.length > 0) {
      const live = this.#idle.shift()!;
      if (live.state !== 'playing') continue;
      const job = this.#waiting.pop()!;
      this.#countJob(JSON.stringify(job).length);
      this.#start(live, job);
    }
  }

  #start(worker: Live, job: QueueJob): void {
    const { now } = this.#time;
    const work = job.pairs.reduce((sum, [first]) => sum + this.#pairOf(first!.pair).work, 0);
    const running: Running = { job, worker, startedAt: now, endsAt: 0, isLockLost: false };
    running.endsAt = now + 2 * this.#timings.latency + work / worker.facts.speed;
    worker.running.add(running);
    this.#time.after(running.endsAt - now, () => this.#end(running));
    this.#renew(running);
  }

  #renew(running: Running): void {
    this.#time.after(this.#timings.lock / 2, () => {
      if (running.worker.state !== 'playing' || !running.worker.running.has(running)) return;
      this.#countJob(40);
      this.#renew(running);
    });
  }

  #end(running: Running): void {
    const { worker, job, startedAt } = running;
    const { now } = this.#time;
    if (worker.state === 'dead' || !worker.running.has(running)) return;
    if (worker.state === 'paused' || now < running.endsAt) {
      // It was held up; once it goes on, it needs the rest of its time.
      if (worker.state === 'playing') this.#time.after(running.endsAt - now, () => this.#end(running));
      return;
    }
    worker.running.delete(running);
    const pairs = job.pairs.map(([first]) => {
      const { pair } = first!;
      return { pair, records: this.#pairOf(pair).records };
    });
    const result: JobResult = { jobId: job.id, worker: worker.facts, took: now - startedAt, pairs };
    worker.busy += now - startedAt;
    // Sent once by the worker, and once to the coordinator.
    this.#countJob(2 * JSON.stringify(result).length);
    this.#finished.push(result);
    this.#idle.push(worker);
    this.#dispatch();
  }

  #stop(live: Live, state: 'dead' | 'paused'): void {
    const { now } = this.#time;
    live.state = state;
    this.#idle = this.#idle.filter((other) => other !== live);
    if (state === 'dead') for (const { startedAt } of live.running) live.busy += now - startedAt;
    const { lock, silent } = this.#timings;
    this.#time.after(silent, () => {
      if (live.state === 'playing') return;
      live.seen = 'silent';
    });
    // The lock was renewed at most half its time ago, and somebody looks for lost ones three times in its time.
    const lostIn = lock * (0.5 + this.#random() / 2 + this.#random() / 3);
    this.#time.after(lostIn, () => {
      if (live.state === 'playing') return;
      for (const running of live.running) {
        if (running.isLockLost) continue;
        running.isLockLost = true;
        this.#countJob(100);
        this.#waiting.push(running.job);
      }
      this.#dispatch();
    });
  }

  #resume(live: Live, ms: number): void {
    if (live.state === 'dead') return;
    live.state = 'playing';
    live.seen = 'playing';
    for (let slot = live.running.size; slot < live.facts.concurrency; slot++) this.#idle.push(live);
    for (const running of live.running) {
      running.endsAt += ms;
      live.busy -= ms;
      this.#time.after(running.endsAt - this.#time.now, () => this.#end(running));
    }
    this.#dispatch();
  }

  /** Results reach the coordinator when it looks. */
  #look(): void {
    const { least, most } = this.#timings.look;
    const results = this.#finished;
    this.#finished = [];
    this.#countJob(20);
    for (const result of results) {
      this.#countJob(0);
      this.#listener.played(result);
    }
    this.#time.after(results.length === 0 ? Math.min(most, 2 * least) : least, () => this.#look());
  }

  #watch(): void {
    const seen = this.#live.map(({ facts, seen: kind }): WorkerStatus => ({
      facts,
      state: { kind } as WorkerStatus['state'],
    }));
    const playing = this.#live.filter(({ state }) => state === 'playing');
    // Each worker says that it is there, and looks for contests; the coordinator asks for each of them.
    this.#countBeat(3 + 4 * playing.length + this.#live.length);
    this.#listener.workers(seen);
    this.#time.after(this.#timings.beat, () => this.#watch());
  }

  #countJob(bytes: number): void {
    this.#jobCommands += 1;
    this.#bytes += bytes;
    this.#countInSecond(1);
  }

  #countBeat(commands: number): void {
    this.#beatCommands += commands;
    this.#countInSecond(commands);
  }

  #countInSecond(commands: number): void {
    const second = Math.floor(this.#time.now / 1000);
    this.#bySecond.set(second, (this.#bySecond.get(second) ?? 0) + commands);
  }
}
