import { expect } from 'chai';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { REGISTRY, queueNamesOf } from '../../../src/queue/bullmq/names.js';
import { openJobQueue } from '../../../src/queue/bullmq/open-job-queue.js';
import type { JobResult } from '../../../src/queue/job-queue.js';
import { describeJobQueue } from '../../contracts/job-queue.contract.js';
import { offerOf, pairingsOf, resultOf, workerNamed } from '../../support/queues/queue-parts.js';
import { QueueStage, type QueueUnderTest } from '../../support/queues/queue-stage.js';
import { SHORT_TIMINGS } from '../../support/queues/short-timings.js';
import { usePostgres } from '../../support/servers/postgres.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

describe('on Redis', () => {
  const redis = useRedis();
  describeJobQueue('BullMQ', async () => {
    const { url } = redis.server;
    await withRedis(url, (client) => client.flushall());
    return overServer(url, () => withRedis(url, async (client) => (await client.keys('*serpentarium-*')).length));
  });

  it('passes over what something else has put among contests, workers and results', async () => {
    const { url } = redis.server;
    await withRedis(url, (client) => client.flushall());
    const stage = new QueueStage(overServer(url, async () => 0));
    try {
      for (const data of ['null', '{}', '{"offer":null}'])
        await withRedis(url, (client) => litter(client, REGISTRY, data));
      const contest = await stage.offer('one');
      const { workers } = queueNamesOf('one');
      for (const data of ['null', '{}']) await withRedis(url, (client) => litter(client, workers, data));
      const damaged = new Set(['0-0', '1-1']);
      await stage.work('ann', async (job) => {
        const result = resultOf(job, workerNamed('ann'));
        return { kind: 'played', result: damaged.has(job.id) ? (garbageOf(job.id) as JobResult) : result };
      });
      await contest.held.add([0, 1, 2].map((pair) => ({ id: `${pair}-${pair}`, pairs: [pairingsOf(pair)] })));
      await until(() => contest.results.length === 3 && contest.playing().length === 1);
      const pairs = new Map(contest.results.map((result) => [result.jobId, result.pairs.length]));
      expect(Object.fromEntries(pairs)).to.deep.equal({ '0-0': 0, '1-1': 0, '2-2': 1 });
      await contest.held.end();
    } finally {
      await stage.close();
    }
  });
});

describe('a queue on a Redis that is full', () => {
  const redis = useRedis();

  it('ends the contest once and says why, and rejects nothing', async () => {
    const { url } = redis.server;
    const reasons: string[] = [];
    const queue = await overServer(url, () => Promise.resolve(0)).connect();
    const listener = { played() {}, failed() {}, workers() {}, ended: (reason: string) => void reasons.push(reason) };
    const contest = await queue.offer(offerOf('full', 'hash'), 'descriptor', listener);
    await withRedis(url, (client) => client.config('SET', 'maxmemory', '1'));
    await Promise.all([0, 1].map((pair) => contest.add([{ id: `${pair}-${pair}`, pairs: [pairingsOf(pair)] }])));
    await contest.remove(['0-0']);
    expect(reasons).to.have.lengthOf(1);
    expect(reasons[0]).to.match(/^OOM /);
    await queue.close();
  });
});

describe('on PostgreSQL', () => {
  const postgres = usePostgres();
  describeJobQueue('BullMQ', async () => {
    const { url } = await postgres.cluster.createDatabase();
    return overServer(url, () => countRows(url));
  });
});

/** Puts a job that nobody of ours has written in front of a queue. */
async function litter(client: Redis, queue: string, data: string): Promise<void> {
  const id = `litter-${randomUUID()}`;
  await client.hset(`bull:${queue}:${id}`, { name: 'litter', data, opts: '{}', timestamp: 1, delay: 0, priority: 0 });
  await client.rpush(`bull:${queue}:wait`, id);
}

/** What a broken worker could report of a job. */
function garbageOf(jobId: string): unknown {
  return jobId === '0-0'
    ? null
    : { jobId, worker: workerNamed('ann'), took: 'long', pairs: [{ pair: 1, records: {} }] };
}

function overServer(url: string, size: () => Promise<number>): QueueUnderTest {
  return {
    connect: () =>
      openJobQueue({ url, source: '--queue', listener: { unreachable() {}, reachable() {} }, timings: SHORT_TIMINGS }),
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
