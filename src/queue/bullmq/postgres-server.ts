/** Connects to PostgreSQL, for BullMQ. Loaded when a URL asks for it. */
import { createPostgresBackend, runMigrations, withBackend, type PgPool } from 'bullmq';
import { Client, type PoolConfig } from 'pg';
import { withoutSecrets } from '../../service-url.js';
import { messageOf } from '../../errors.js';
import { RetryingPool } from './retrying-pool.js';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, type BullWorker } from './queue-server.js';
import type { OutageListener, QueueServer } from './queue-server.js';

const { Queue, Worker } = withBackend(createPostgresBackend);

/** The schema of BullMQ's tables. Other queues in the same database may be there, too. */
const SCHEMA = 'bullmq';

/** Connects, and creates the tables if need be. Rejects with a reason without secrets if that fails. */
export async function connectToPostgres(url: string, listener: OutageListener): Promise<QueueServer> {
  const config: PoolConfig = {
    connectionString: url,
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'serpentarium',
  };
  const hide = (thrown: unknown) => withoutSecrets(messageOf(thrown), url);
  await migrate(config).catch((thrown: unknown) => {
    throw new Error(hide(thrown));
  });
  const pool = new RetryingPool(config, {
    ...listener,
    unreachable: (reason) => listener.unreachable(withoutSecrets(reason, url)),
  });
  const connection = pool as unknown as PgPool;
  const workers = new Set<BullWorker>();
  return {
    queue(name) {
      const queue = new Queue(name, { connection, skipMetasUpdate: true });
      queue.on('error', () => undefined);
      return queue;
    },
    worker(name, processor, options) {
      const worker = new Worker(name, processor, { ...options, connection });
      worker.on('error', () => undefined);
      workers.add(worker as unknown as BullWorker);
      return worker as unknown as BullWorker;
    },
    async close() {
      await Promise.all(Array.from(workers, (worker) => worker.close(true)));
      await pool.end();
    },
  };
}

/** Processes that start at once do this one after the other. */
async function migrate(config: PoolConfig): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
