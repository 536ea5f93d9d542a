/** A server that holds BullMQ's queues. `redis-server.ts` and `postgres-server.ts` connect to one. */
import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** A queue of BullMQ, with what this folder uses of it. */
export type BullQueue = Pick<
  Queue,
  'add' | 'addBulk' | 'getJob' | 'getJobs' | 'getRanges' | 'remove' | 'resume' | 'obliterate' | 'close'
>;
/** A worker of BullMQ. `concurrency` can be set while it runs. */
export type BullWorker = Pick<Worker, 'close' | 'on' | 'concurrency'>;
export type BullJob = Job;

/** A connection to the server. Operations wait while it is away. */
export interface QueueServer {
  queue(name: string): BullQueue;
  worker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): BullWorker;
  close(): Promise<void>;
}

/** Listener of a connection. Each is called once for each outage. */
export interface OutageListener {
  /** `reason` has no password in it. */
  readonly unreachable: (reason: string) => void;
  readonly reachable: () => void;
}

/** Longest wait for the first answer of a server, in ms. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** A server that does not answer for this long is taken for unreachable, in ms. Longer than BullMQ waits for a job. */
export const ANSWER_TIMEOUT_MS = 20_000;

/** Whether the server is away, so that each outage is said once. */
export class Outage {
  readonly #listener: OutageListener;
  #isUnreachable = false;

  constructor(listener: OutageListener) {
    this.#listener = listener;
  }

  unreachable(reason: string): void {
    if (this.#isUnreachable) return;
    this.#isUnreachable = true;
    this.#listener.unreachable(reason);
  }

  reachable(): void {
    if (!this.#isUnreachable) return;
    this.#isUnreachable = false;
    this.#listener.reachable();
  }
}

/** All in ms. */
export interface QueueTimings {
  /** A job goes to another worker when its worker has not been heard of for this long. */
  readonly lock: number;
  /** Coordinators and workers say that they are there at this interval, and look for each other. */
  readonly beat: number;
  /** Who has not said so for this long is taken for dead, or for silent. */
  readonly silent: number;
  /** Shortest and longest time between two looks for results. */
  readonly look: { readonly least: number; readonly most: number };
  /** Longest wait for workers to leave a contest that has ended. */
  readonly leave: number;
}

/** For machines in one network. */
export const DEFAULT_TIMINGS: QueueTimings = {
  lock: 15_000,
  beat: 1000,
  silent: 8000,
  look: { least: 50, most: 500 },
  leave: 3000,
};
