/**
 * Duels a second on 1, 2 and 4 workers of a queue, with one game at once each, beside one process of this machine that
 * plays the same games: real worker processes, a real Redis and a real PostgreSQL. Rounds of all sides alternate.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { WorkerPool } from '../../../src/arena/contest/play-contest.js';
import { playContest } from '../../../src/arena/contest/play-contest.js';
import type { MatchOptions } from '../../../src/arena/contest/match/match-options.js';
import { scheduleMatch } from '../../../src/arena/contest/match/match-schedule.js';
import { startTally } from '../../../src/arena/contest/match/match-tally.js';
import { MatchWorkerPool } from '../../../src/arena/workers/match-worker-pool.js';
import { openJobQueue } from '../../../src/queue/bullmq/open-job-queue.js';
import { describeContest } from '../../../src/queue/contest-descriptor.js';
import type { JobQueue } from '../../../src/queue/job-queue.js';
import { QueuePool } from '../../../src/queue/queue-pool.js';
import { formatTable } from '../../../src/terminal/format-table.js';
import { createMatch } from '../../support/contestants.js';
import { inRepository } from '../../support/fixtures.js';
import { createGate } from '../../support/gate.js';
import { offerOf } from '../../support/queues/queue-parts.js';
import { PostgresCluster, POSTGRES_PROGRAMS } from '../../support/servers/postgres.js';
import { REDIS_PROGRAM, RedisServer } from '../../support/servers/redis.js';
import { formatSpread } from '../support/figures.js';

/** Who plays. `nodes` are searched on each turn; without any, the strategies do not search. */
const MATCHES = [
  {
    flag: '--quick',
    strategies: ['greedy', 'cautious'],
    nodes: 0,
    maxTurns: 300,
    warm: 20,
    pairs: 150,
    workers: [1, 2, 4],
  },
  {
    flag: '--long',
    strategies: ['champion', 'champion'],
    nodes: 4000,
    maxTurns: 150,
    warm: 1,
    pairs: 8,
    workers: [1, 2],
  },
] as const;
const SERVERS = ['--redis', '--postgres'];
const ROUNDS = 2;

type Match = (typeof MATCHES)[number];

export async function main(flags: readonly string[]): Promise<void> {
  const isAsked = (flag: string, others: readonly string[]) =>
    flags.includes(flag) || !others.some((one) => flags.includes(one));
  const matches = MATCHES.filter(({ flag }) => isAsked(flag, ['--quick', '--long']));
  console.log(
    `${availableParallelism()} cores; ${ROUNDS} rounds; median (least–greatest), and the ratio to this machine alone`,
  );
  if (!isAsked('--redis', SERVERS)) console.log('Redis is left out.');
  else if (REDIS_PROGRAM === undefined) console.log('Redis is skipped: redis-server is not installed.');
  else {
    const redis = await RedisServer.create();
    await measure('Redis', redis.url, matches).finally(() => redis.close());
  }
  if (!isAsked('--postgres', SERVERS)) console.log('PostgreSQL is left out.');
  else if (POSTGRES_PROGRAMS === undefined) console.log('PostgreSQL is skipped: it is not installed.');
  else {
    const cluster = await PostgresCluster.create();
    await measure('PostgreSQL', (await cluster.createDatabase()).url, matches).finally(() => cluster.close());
  }
}

async function measure(server: string, url: string, matches: readonly Match[]): Promise<void> {
  for (const match of matches) {
    const options = await createOptions(match);
    const rates = new Map<string, number[]>();
    const note = (side: string, rate: number) => rates.set(side, [...(rates.get(side) ?? []), rate]);
    for (let round = 0; round < ROUNDS; round++) {
      note('this machine alone', await playHere(options, match));
      for (const workers of match.workers)
        note(formatWorkers(workers), await playOnQueue(url, workers, options, match));
    }
    const alone = rates.get('this machine alone')!;
    const rows = Array.from(rates, ([side, figures]) => {
      const ratio = figures.map((rate, round) => rate / alone[round]!);
      return [side, formatSpread(figures), formatSpread(ratio)];
    });
    console.log(`\n${server}, ${describeMatch(match, alone)}\n${formatTable(['', 'duels/s', 'ratio'], rows)}`);
  }
}

function describeMatch({ strategies }: Match, alone: readonly number[]): string {
  return `${strategies.join(' against ')}, games of ${(1000 / alone[0]!).toFixed(0)} ms`;
}

function formatWorkers(workers: number): string {
  return workers === 1 ? '1 worker' : `${workers} workers`;
}

async function createOptions({ strategies, nodes, maxTurns }: Match): Promise<MatchOptions> {
  const match = await createMatch(...strategies);
  const [base, candidate] = match.contestants.map((one) => {
    if (one.kind === 'remote' || nodes === 0) return one;
    return { ...one, config: { ...one.config, options: { nodes } } };
  });
  return { ...match, contestants: [base!, candidate!], game: { ...match.game, timeout: 2000, maxTurns } };
}

async function playHere(options: MatchOptions, match: Match): Promise<number> {
  const limits = { env: {}, memoryMb: 512, output: undefined, timeScale: 1 };
  const pool = new MatchWorkerPool({ contest: options, ...limits, concurrency: 1 });
  return timePairs(options, match, pool, () => undefined).finally(() => pool.close());
}

async function playOnQueue(url: string, workers: number, options: MatchOptions, match: Match): Promise<number> {
  const children = await Promise.all(Array.from({ length: workers }, (_, index) => startWorker(url, `w${index}`)));
  const queue = await openJobQueue({ url, source: 'bench', listener: { unreachable: console.error, reachable() {} } });
  try {
    return await playOffered(queue, workers, options, match);
  } finally {
    await queue.close();
    await Promise.all(children.map(endWorker));
  }
}

async function playOffered(queue: JobQueue, workers: number, options: MatchOptions, match: Match): Promise<number> {
  const { text, hash } = describeContest(options);
  const games: { pool?: QueuePool } = {};
  const all = createGate();
  const offered = await queue.offer(offerOf(hash.slice(0, 24), text, { hash }), text, {
    played: (result) => games.pool?.played(result),
    failed: (jobId, reason) => games.pool?.failed(jobId, reason),
    workers(seen) {
      games.pool?.workers(seen);
      if (seen.length === workers) all.resolve();
    },
    ended() {},
  });
  const pool = (games.pool = new QueuePool(offered));
  await all.promise;
  const rate = await timePairs(options, match, pool, (pairs) => pool.counted(pairs));
  await offered.end();
  return rate;
}

/** Duels a second, from the moment at which the first pairs are counted: all processes are warm then. */
async function timePairs(
  options: MatchOptions,
  { warm, pairs }: Match,
  pool: WorkerPool,
  counted: (pairs: number) => void,
): Promise<number> {
  let began = 0;
  await playContest({
    schedule: scheduleMatch(options),
    pool,
    from: startTally(options),
    maxPairs: warm + pairs,
    isDecided: () => false,
    onPair(tally) {
      counted(tally.pairs);
      if (tally.pairs === warm) began = performance.now();
    },
  });
  return (2000 * pairs) / (performance.now() - began);
}

async function startWorker(url: string, name: string): Promise<ChildProcess> {
  const words = ['worker', '--concurrency', '1', '--name', name];
  const env = { ...process.env, SERPENTARIUM_QUEUE: url };
  const child = spawn(process.execPath, [inRepository('dist/src/cli.js'), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It says who it is once it is connected.
  await once(child.stdout, 'data');
  return child;
}

async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
