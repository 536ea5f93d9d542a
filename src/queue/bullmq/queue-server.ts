/** A server that holds BullMQ's queues. `redis-server.ts` and `postgres-server.ts` connect to one. */
import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** A queue of BullMQ, with what this folder uses of it. */
export type BullQueue = Pick<
  Queue,
  'add' | 'addBulk' | 'getJob' | 'getJobs' | 'getRanges' | 'remove' | 'resume' | 'obliterate' | 'close'
>;
/** A worker of BullMQ. `concurrency` can be set while it runs. */
export type BullWorker = Pick<Worker, 'close' | 'on' | 'concurrency'>;
/** A job of BullMQ. */
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
  readonly lost: (reason: string) => void;
  readonly back: () => void;
}

/** Longest wait for the first answer of a server, in ms. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** A server that does not answer for this long is taken for lost, in ms. Longer than BullMQ waits for a job. */
export const ANSWER_TIMEOUT_MS = 20_000;

/** Whether the server is away, so that each outage is said once. */
export class Outage {
  readonly #listener: OutageListener;
  #isLost = false;

  constructor(listener: OutageListener) {
    this.#listener = listener;
  }

  lost(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#listener.lost(reason);
  }

  back(): void {
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#listener.back();
  }
}
