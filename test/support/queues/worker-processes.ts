/** Workers as processes, and one that reports each job twice: for the e2e tests of the queue. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { serviceKindOf } from '../../../src/service-url.js';
import { openJobQueue } from '../../../src/queue/bullmq/open-job-queue.js';
import { queueNamesOf } from '../../../src/queue/bullmq/names.js';
import type { JobQueue, PlayJob } from '../../../src/queue/job-queue.js';
import { QueueWorker } from '../../../src/queue/worker/queue-worker.js';
import { inRepository } from '../fixtures.js';
import { workerNamed } from './queue-parts.js';

const NOTHING = { unreachable() {}, reachable() {} };

export interface WorkerProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts `serpentarium worker` on the queue, with one game at once. */
export function startWorker(url: string, name: string, ...args: readonly string[]): WorkerProcess {
  const words = ['worker', '--concurrency', '1', '--lock', '3s', '--name', name, ...args];
  const env = { ...process.env, SERPENTARIUM_QUEUE: url };
  const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], { env, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (printed += data.toString()));
  return { child, output: () => printed };
}

/** Ends a process in whatever state it is. */
export async function killProcess({ child }: Pick<WorkerProcess, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A worker of this process that has each of its jobs played and reported once more. */
export async function startRepeater(url: string): Promise<{ close(): Promise<void>; repeated(): number }> {
  const queue = await openJobQueue({ url, source: 'test', listener: NOTHING });
  const server =
    serviceKindOf(url) === 'redis'
      ? await (await import('../../../src/queue/bullmq/redis-server.js')).connectToRedis(url, NOTHING)
      : await (await import('../../../src/queue/bullmq/postgres-server.js')).connectToPostgres(url, NOTHING);
  let count = 0;
  const repeating: JobQueue = {
    ...queue,
    async work(facts, listener) {
      const session = await queue.work(facts, listener);
      return {
        read: (offer) => session.read(offer),
        refuse: (offer, reason) => session.refuse(offer, reason),
        close: () => session.close(),
        join(offer, concurrency, play) {
          const jobs = server.queue(queueNamesOf(offer.id).jobs);
          const twice: PlayJob = async (job, signal) => {
            const outcome = await play(job, signal);
            if (outcome.kind === 'played') {
              await jobs.add('pairs', job, { jobId: `${job.id}-twice` });
              count += 1;
            }
            return outcome;
          };
          return session.join(offer, concurrency, twice);
        },
      };
    },
  };
  const listener = { joined() {}, refused() {}, left() {} };
  const facts = workerNamed('repeater', { concurrency: 1 });
  const worker = await QueueWorker.start({ queue: repeating, facts, environment: {}, listener });
  return {
    repeated: () => count,
    async close() {
      await worker.close(0);
      await server.close();
      await queue.close();
    },
  };
}
