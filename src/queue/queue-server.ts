/** Connects to the Redis server with BullMQ's queues. Loaded only when a URL asks for it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker, type Processor, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { Backoff, isPassing } from '../processes/timing.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { toShownUrl, withoutSecrets } from '../exchange/service-url.js';

/** Timeout of the first answer, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A server without an answer for this long counts as unreachable, in ms. Longer than BullMQ waits for a job. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Events of a queue that Redis keeps. Nobody reads them, and each contains a whole result. */
const MAX_EVENTS = 10;

/** A server, and the flag or variable that holds its URL, for errors. */
export interface QueueAddress {
  readonly url: string;
  readonly source: string;
}

/** Called once for each outage. `reason` contains no password. */
interface OutageListener {
  readonly unreachable: (reason: string) => void;
  readonly reachable: () => void;
}

/** A connection. While the server is unreachable, operations wait. */
export class QueueServer {
  readonly #redis: Redis;
  readonly #workers = new Set<Worker>();
  #isClosing = false;

  private constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Connects. Throws a `UsageError` without secrets if the server does not answer now. */
  static async connect({ url, source }: QueueAddress, listener: OutageListener): Promise<QueueServer> {
    const backoff = new Backoff();
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      keepAlive: CONNECT_TIMEOUT_MS,
      // Operations wait during an outage, and are sent again after it.
      maxRetriesPerRequest: null,
      retryStrategy: () => backoff.fail(),
    });
    let reason = 'it does not answer';
    redis.on('error', (thrown) => void (reason = withoutSecrets(messageOf(thrown), url)));
    try {
      await redis.connect();
      await redis.ping();
    } catch {
      redis.disconnect();
      throw usageFault(source, `leads to ${toShownUrl(url)}, which cannot be used: ${explain(reason)}`);
    }
    const server = new QueueServer(redis);
    let isUnreachable = false;
    redis.on('close', () => {
      if (!isUnreachable && !server.#isClosing) listener.unreachable(reason);
      isUnreachable = true;
    });
    redis.on('ready', () => {
      backoff.succeed();
      if (isUnreachable) listener.reachable();
      isUnreachable = false;
    });
    return server;
  }

  queue(name: string): Queue {
    const queue = new Queue(name, { connection: this.#redis, streams: { events: { maxLen: MAX_EVENTS } } });
    return queue.on('error', () => undefined);
  }

  worker(name: string, processor: Processor, options: Omit<WorkerOptions, 'connection'>): Worker {
    const worker = new Worker(name, processor, { ...options, connection: this.#redis });
    worker.on('error', () => undefined);
    worker.on('closed', () => this.#workers.delete(worker));
    this.#workers.add(worker);
    return worker;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(Array.from(this.#workers, (worker) => worker.close(true)));
    this.#redis.disconnect();
  }
}

/** The most common reasons as sentences. */
function explain(reason: string): string {
  if (reason.startsWith('NOAUTH')) return 'Redis requires a password. Add it to the URL: redis://:PASSWORD@HOST:PORT.';
  if (reason.startsWith('WRONGPASS')) return 'Redis rejects the login. Are user and password correct?';
  const place = /ECONNREFUSED (\S+)/.exec(reason)?.[1];
  return place === undefined ? reason : `${place} refuses the connection. Is Redis running there?`;
}

/**
 * Calls `action` every `everyMs` until the signal aborts. Retries what the server refuses; any other error is a bug and
 * ends the process.
 */
export async function repeat(action: () => Promise<void>, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await action().catch((thrown: unknown) => {
      if (!isPassing(thrown)) throw thrown;
    });
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
