import { expect } from 'chai';
import { openJobQueue } from '../../../src/queue/bullmq/open-job-queue.js';
import type { JobResult } from '../../../src/queue/job-queue.js';
import { messageOf } from '../../../src/errors.js';
import { offerOf, pairingsOf, resultOf, workerNamed } from '../../support/queues/queue-parts.js';
import { SHORT_TIMINGS } from '../../support/queues/short-timings.js';
import { TEST_PASSWORD, useOwnPostgres } from '../../support/servers/postgres.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

interface Server {
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

describe('a queue that is unreachable', () => {
  describe('on Redis', () => {
    const redis = useRedis();
    describeOutage(async () => ({ url: redis.server.url, server: redis.server }));
  });
  describe('on PostgreSQL', () => {
    const postgres = useOwnPostgres();
    describeOutage(async () => ({ ...(await postgres.cluster.createDatabase()), server: postgres.cluster }));
  });

  it('is an error without the password if it is not there at the start', async () => {
    const url = 'redis://:open%20sesame@127.0.0.1:1';
    const opening = openJobQueue({ url, source: '--queue', listener: { unreachable() {}, reachable() {} } });
    const message = await opening.then(String, messageOf);
    expect(message).to.match(
      /^--queue leads to redis:\/\/:\*\*\*@127\.0\.0\.1:1, which cannot be used: nobody listens at 127\.0\.0\.1:1\./,
    );
    expect(message).not.to.include('sesame');
  });

  it('is an error if the URL is one of another kind', async () => {
    const opening = openJobQueue({
      url: 'http://me:secret@host',
      source: '--queue',
      listener: { unreachable() {}, reachable() {} },
    });
    const message = await opening.then(String, messageOf);
    expect(message).to.include('is not the URL of a Redis or PostgreSQL server');
    expect(message).not.to.include('secret');
  });
});

function describeOutage(create: () => Promise<{ readonly url: string; readonly server: Server }>): void {
  it('is said once on both sides, and costs no result', async () => {
    const { url, server } = await create();
    const said = { coordinator: [] as string[], worker: [] as string[] };
    const open = (side: 'coordinator' | 'worker') =>
      openJobQueue({
        url,
        source: '--queue',
        timings: SHORT_TIMINGS,
        listener: {
          unreachable: (reason) => void said[side].push(`unreachable: ${reason}`),
          reachable: () => void said[side].push('reachable'),
        },
      });
    const [theirs, ours] = [await open('worker'), await open('coordinator')];
    const results: JobResult[] = [];
    const contest = await ours.offer(offerOf('one', 'd'), 'd', {
      played: (result) => void results.push(result),
      failed: (...failure) => expect.fail(failure.join(': ')),
      workers() {},
      ended: (reason) => expect.fail(reason),
    });
    const facts = workerNamed('ann');
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => (gate.open = resolve));
    const started: string[] = [];
    const session = await theirs.work(facts, {
      offered: (offer) =>
        void session.join(offer, 2, async (job) => {
          started.push(job.id);
          await held;
          return { kind: 'played', result: resultOf(job, facts) };
        }),
      withdrawn() {},
    });
    await contest.add([0, 1, 2].map((pair) => ({ id: `${pair}-${pair}`, pairs: [pairingsOf(pair)] })));
    await until(() => started.length === 2);
    await server.kill();
    await until(() => said.coordinator.length === 1 && said.worker.length === 1);
    gate.open!();
    const adding = contest.add([{ id: '3-3', pairs: [pairingsOf(3)] }]);
    await server.start();
    await adding;
    await until(() => new Set(results.map(({ jobId }) => jobId)).size === 4);
    expect([said.coordinator.length, said.coordinator[1]]).to.deep.equal([2, 'reachable']);
    expect([said.worker.length, said.worker[1]]).to.deep.equal([2, 'reachable']);
    const all = [...said.coordinator, ...said.worker].join('\n');
    for (const secret of [TEST_PASSWORD, decodeURIComponent(TEST_PASSWORD)]) expect(all).not.to.include(secret);
    await Promise.all([ours.close(), theirs.close()]);
  });
}
