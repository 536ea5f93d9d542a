/**
 * Duels a second on 1, 2 and 4 workers of a queue, with one game at once each, and on one process of this machine that
 * plays the same games: real worker processes and a real Redis. Rounds of all sides alternate.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { type WorkerPool, playContest } from '../../../src/arena/contest/play-contest.js';
import type { MatchPlan } from '../../../src/arena/contest/match/match-plan.js';
import { scheduleMatch } from '../../../src/arena/contest/match/match-tally.js';
import { MatchWorkerPool } from '../../../src/arena/workers/match-worker-pool.js';
import { createOffer } from '../../../src/queue/queue-job.js';
import { QueuePool } from '../../../src/queue/queue-pool.js';
import { QueueServer } from '../../../src/queue/queue-server.js';
import { QueuedContest } from '../../../src/queue/queued-contest.js';
import { formatTable } from '../../../src/terminal/format-table.js';
import { createMatch } from '../../support/contestants.js';
import { inRepository } from '../../support/fixtures.js';
import { createGate } from '../../support/gate.js';
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
const ROUNDS = 2;

type Match = (typeof MATCHES)[number];

export async function main(flags: readonly string[]): Promise<void> {
  const asked = MATCHES.filter(({ flag }) => flags.includes(flag));
  if (REDIS_PROGRAM === undefined) return console.log('Skipped: redis-server is not installed.');
  console.log(
    `${availableParallelism()} cores; ${ROUNDS} rounds; median (least–greatest), and the ratio to this machine alone`,
  );
  const redis = await RedisServer.create();
  await measure(redis.url, asked.length === 0 ? MATCHES : asked).finally(() => redis.close());
}

async function measure(url: string, matches: readonly Match[]): Promise<void> {
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
    console.log(`\n${describeMatch(match, alone)}\n${formatTable(['', 'duels/s', 'ratio'], rows)}`);
  }
}

function describeMatch({ strategies }: Match, alone: readonly number[]): string {
  return `${strategies.join(' against ')}, games of ${(1000 / alone[0]!).toFixed(0)} ms`;
}

function formatWorkers(workers: number): string {
  return workers === 1 ? '1 worker' : `${workers} workers`;
}

async function createOptions({ strategies, nodes, maxTurns }: Match): Promise<MatchPlan> {
  const match = await createMatch(...strategies);
  const [base, candidate] = match.contestants.map((one) => {
    if (one.kind === 'remote' || nodes === 0) return one;
    return { ...one, config: { ...one.config, options: { nodes } } };
  });
  return { ...match, contestants: [base!, candidate!], game: { ...match.game, timeout: 2000, maxTurns } };
}

async function playHere(options: MatchPlan, match: Match): Promise<number> {
  const pool = new MatchWorkerPool(options, 1);
  return timePairs(options, match, pool).finally(() => pool.close());
}

async function playOnQueue(url: string, workers: number, options: MatchPlan, match: Match): Promise<number> {
  const children = await Promise.all(Array.from({ length: workers }, (_, index) => startWorker(url, `w${index}`)));
  const server = await QueueServer.connect({ url, source: 'bench' }, { unreachable: console.error, reachable() {} });
  try {
    return await playOffered(server, workers, options, match);
  } finally {
    await server.close();
    await Promise.all(children.map(endWorker));
  }
}

async function playOffered(server: QueueServer, workers: number, options: MatchPlan, match: Match): Promise<number> {
  const all = createGate();
  const pool = new QueuePool((jobs) => void contest.add(jobs));
  const contest = await QueuedContest.offer(server, createOffer('bench', options), {
    played: (jobId, result) => pool.played(jobId, result),
    failed: (jobId, reason) => pool.failed(jobId, reason),
    seen(seen, playing) {
      pool.active(playing);
      if (seen === workers) all.resolve();
    },
    refused: console.error,
    ended: console.error,
  });
  await all.promise;
  const rate = await timePairs(options, match, pool);
  await contest.end();
  return rate;
}

/** Duels a second, from the moment at which the first pairs are counted: all processes are warm then. */
async function timePairs(options: MatchPlan, { warm, pairs }: Match, pool: WorkerPool): Promise<number> {
  let began = 0;
  const schedule = scheduleMatch({ ...options, maxPairs: warm + pairs });
  await playContest(schedule, pool, undefined, (tally) => {
    if (tally.pairs === warm) began = performance.now();
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
