import { Redis } from 'ioredis';
import { Client } from 'pg';
import { openJobQueue } from '../../src/queue/bullmq/open-job-queue.js';
import { describeJobQueue } from '../contracts/job-queue.contract.js';
import { MemoryServer } from '../support/queues/memory-queue.js';
import type { QueueUnderTest } from '../support/queues/queue-stage.js';
import { SHORT_TIMINGS } from '../support/queues/short-timings.js';
import { usePostgres } from '../support/servers/postgres.js';
import { useRedis } from '../support/servers/redis.js';

describeJobQueue('the simulation', async () => {
  const server = new MemoryServer(50);
  return {
    connect: async () => server.connect(),
    kill: async (_, seat) => server.kill(seat),
    size: async () => server.contests.size,
  };
});

describe('on Redis', () => {
  const redis = useRedis();
  describeJobQueue('BullMQ', async () => {
    const { url } = redis.server;
    await withRedis(url, (client) => client.flushall());
    return overServer(url, () => withRedis(url, async (client) => (await client.keys('*serpentarium-*')).length));
  });
});

describe('on PostgreSQL', () => {
  const postgres = usePostgres();
  describeJobQueue('BullMQ', async () => {
    const { url } = await postgres.cluster.createDatabase();
    return overServer(url, () => countRows(url));
  });
});

function overServer(url: string, size: () => Promise<number>): QueueUnderTest {
  return {
    connect: () => openJobQueue({ url, source: '--queue', listener: { lost() {}, back() {} }, timings: SHORT_TIMINGS }),
    kill: (queue) => queue.close(),
    size,
  };
}

async function withRedis<Result>(url: string, ask: (client: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

/** Rows of contests in all tables of BullMQ. */
async function countRows(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const columns = await client.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns where table_schema = 'bullmq' and column_name in ('queue', 'name')`,
    );
    let count = 0;
    for (const { table_name: table, column_name: column } of columns.rows) {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from bullmq."${table}" where "${column}" like 'serpentarium-%'`,
      );
      count += Number(rows[0]!.count);
    }
    return count;
  } finally {
    await client.end();
  }
}
