/** Connects to Redis, for BullMQ. Loaded when a URL asks for it. */
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Backoff } from '../../backoff.js';
import { withoutSecrets } from '../../service-url.js';
import { messageOf } from '../../errors.js';
import {
  ANSWER_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  Outage,
  type OutageListener,
  type QueueServer,
} from './queue-server.js';

/** Connects. Rejects with a reason without secrets if the server does not answer now. */
export async function connectToRedis(url: string, listener: OutageListener): Promise<QueueServer> {
  const backoff = new Backoff();
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    keepAlive: CONNECT_TIMEOUT_MS,
    // What is asked for while the server is away is asked for again when it is back.
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
    throw new Error(reason);
  }
  let isClosing = false;
  const workers = new Set<Worker>();
  const outage = new Outage(listener);
  redis.on('close', () => {
    if (!isClosing) outage.unreachable(reason);
  });
  redis.on('ready', () => {
    backoff.succeed();
    outage.reachable();
  });
  return {
    queue: (name) => withoutErrors(new Queue(name, { connection: redis, skipMetasUpdate: true })),
    worker(name, processor, options) {
      const worker = withoutErrors(new Worker(name, processor, { ...options, connection: redis }));
      workers.add(worker);
      return worker;
    },
    async close() {
      isClosing = true;
      await Promise.all(Array.from(workers, (worker) => worker.close(true)));
      redis.disconnect();
    },
  };
}

/** Errors of the connection are said once, by its own listener. */
function withoutErrors<One extends { on(event: 'error', listener: () => void): unknown }>(one: One): One {
  one.on('error', () => undefined);
  return one;
}
