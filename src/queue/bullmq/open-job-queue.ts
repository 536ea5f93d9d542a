/** Opens the queue that a URL leads to. Loaded by commands that are given such a URL, and by nothing else. */
import { serviceKindOf, toShownUrl } from '../../service-url.js';
import { messageOf, usageFault } from '../../errors.js';
import { missingPackages } from '../../optional-packages.js';
import type { JobQueue } from '../job-queue.js';
import { BullCoordinatorSession } from './bull-coordinator-session.js';
import { DEFAULT_TIMINGS, type QueueTimings, type OutageListener, type QueueServer } from './queue-server.js';

export interface JobQueueOptions {
  readonly url: string;
  /** The flag or variable that has the URL, for errors. */
  readonly source: string;
  readonly listener: OutageListener;
  readonly timings?: QueueTimings;
}

/** Opens the queue. Throws a `UsageError`, without the password, if the URL leads to no server that answers. */
export async function openJobQueue({
  url,
  source,
  listener,
  timings = DEFAULT_TIMINGS,
}: JobQueueOptions): Promise<JobQueue> {
  const server = await connect(url, source, listener);
  const held: BullCoordinatorSession[] = [];
  const sessions: { stop(): Promise<void> }[] = [];
  return {
    async offer(offer, descriptor, coordinator) {
      const contest = await BullCoordinatorSession.open(offer, descriptor, { server, timings, listener: coordinator });
      held.push(contest);
      return contest;
    },
    async work(facts, worker) {
      const { BullWorkerSession } = await import('./bull-worker-session.js');
      const session = new BullWorkerSession(server, timings, facts, worker);
      sessions.push(session);
      return session;
    },
    async close() {
      const stopped = [...held, ...sessions].map((one) => one.stop());
      await server.close();
      await Promise.all(stopped);
    },
  };
}

async function connect(url: string, source: string, listener: OutageListener): Promise<QueueServer> {
  const kind = serviceKindOf(url);
  if (kind === undefined) {
    const example = 'Write for example redis://localhost:6379 or postgres://user:password@localhost/database.';
    throw usageFault(source, `is not the URL of a Redis or PostgreSQL server. ${example}`);
  }
  const missing = missingPackages(kind === 'redis' ? 'a queue in Redis' : 'a queue in PostgreSQL');
  if (missing !== undefined) throw usageFault(source, `cannot be used: ${missing}`);
  try {
    if (kind === 'redis') return await (await import('./redis-server.js')).connectToRedis(url, listener);
    return await (await import('./postgres-server.js')).connectToPostgres(url, listener);
  } catch (thrown) {
    throw usageFault(source, `leads to ${toShownUrl(url)}, which cannot be used: ${explain(messageOf(thrown), kind)}`);
  }
}

/** The commonest reasons as sentences. */
function explain(reason: string, kind: 'redis' | 'postgres'): string {
  if (reason.startsWith('NOAUTH')) return 'Redis wants a password. Write it into the URL: redis://:PASSWORD@HOST:PORT.';
  if (reason.startsWith('WRONGPASS')) return 'Redis refuses the login. Are user and password right?';
  const place = /ECONNREFUSED (\S+)/.exec(reason)?.[1];
  return place === undefined
    ? reason
    : `nobody listens at ${place}. Is ${kind === 'redis' ? 'Redis' : 'PostgreSQL'} running there?`;
}
