/** Plays a match with its test on simulated workers, by the scheduling code of the real ones. */
import { playContest, type WorkerPool } from '../../../src/arena/contest/play-contest.js';
import type { MatchOptions } from '../../../src/arena/contest/match/match-options.js';
import { scheduleMatch } from '../../../src/arena/contest/match/match-schedule.js';
import { startTally, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import { evaluateMatch, isDecided, type StopCondition } from '../../../src/arena/contest/match/stop-condition.js';
import type { WorkerFacts } from '../../../src/queue/job-queue.js';
import { QueuePool } from '../../../src/queue/queue-pool.js';
import { createRandom } from '../simulated-sprt.js';
import type { SimulatedPair } from './simulated-games.js';
import { SimulatedQueue, type QueueLoad, type SimulatedTimings, type SimulatedWorker } from './simulated-queue.js';
import { VirtualTime } from './virtual-time.js';

export interface MatchPlan {
  readonly match: MatchOptions;
  readonly condition: StopCondition;
  readonly pairOf: (pair: number) => SimulatedPair;
  readonly workers: readonly SimulatedWorker[];
  readonly timings: SimulatedTimings;
  readonly seed: number;
}

export interface PlayedOut {
  readonly tally: MatchTally;
  /** The LLR after each pair. */
  readonly trail: readonly number[];
}

/** What workers have come to. Times in ms. */
export interface WorkersOutcome extends PlayedOut {
  readonly took: number;
  /** The time that it would have taken if all workers had played nothing but the pairs that count, all of the time. */
  readonly ideal: number;
  /** Shares of the time in which workers could have played. `wasted`: on pairs that did not count. */
  readonly shares: { readonly useful: number; readonly wasted: number; readonly idle: number };
  /** Pairs that were settled after the last one that counts, and those that came in more than once. */
  readonly beyond: number;
  readonly repeated: number;
  readonly load: QueueLoad;
  /** Real time of coordinator and simulation together. */
  readonly realMs: number;
}

/** Plays the match in this process, one pair after the other. */
export async function playAlone({ match, condition, pairOf }: MatchPlan): Promise<PlayedOut> {
  const pool: WorkerPool = { play: async (pairings) => pairOf(pairings[0]!.pair).records };
  return playOut({ match, condition }, pool);
}

/** Plays it on the workers. */
export async function playOnWorkers(plan: MatchPlan): Promise<WorkersOutcome> {
  const { workers, pairOf, timings, seed } = plan;
  const began = performance.now();
  const time = new VirtualTime();
  const queue = new SimulatedQueue(time, { timings, workers, pairOf, random: createRandom(seed) });
  const settledBy = new Map<number, WorkerFacts>();
  let reported = 0;
  const pool = new QueuePool(queue, ({ pair }, worker) => void settledBy.set(pair, worker));
  queue.listen({
    played(result) {
      reported += result.pairs.length;
      pool.played(result);
    },
    failed: (jobId, reason) => pool.failed(jobId, reason),
    workers: (seen) => pool.workers(seen),
    ended() {},
  });
  let isOver = false;
  const playing = playOut(plan, pool, (pairs) => pool.counted(pairs)).finally(() => (isOver = true));
  await time.passUntil(() => isOver);
  const { tally, trail } = await playing;
  const took = time.now;
  const counted = Array.from({ length: tally.pairs }, (_, pair) => pair);
  const useful = counted.reduce((sum, pair) => sum + pairOf(pair).work / settledBy.get(pair)!.speed, 0);
  const slots = capacityOf(workers, took, () => 1);
  const { busy } = queue;
  return {
    tally,
    trail,
    took,
    ideal: idealTime(
      workers,
      counted.reduce((sum, pair) => sum + pairOf(pair).work, 0),
    ),
    shares: { useful: useful / slots, wasted: (busy - useful) / slots, idle: 1 - busy / slots },
    beyond: settledBy.size - tally.pairs,
    repeated: reported - settledBy.size,
    load: queue.load,
    realMs: performance.now() - began,
  };
}

async function playOut(
  { match, condition }: Pick<MatchPlan, 'match' | 'condition'>,
  pool: WorkerPool,
  counted: (pairs: number) => void = () => undefined,
): Promise<PlayedOut> {
  const trail: number[] = [];
  const tally = await playContest({
    schedule: scheduleMatch(match),
    pool,
    from: startTally(match),
    maxPairs: condition.maxPairs,
    isDecided: (latest) => isDecided(latest, condition),
    onPair(latest) {
      trail.push(evaluateMatch(latest, condition)?.llr ?? 0);
      if (latest.pairs % 100 === 0) counted(latest.pairs);
    },
  });
  return { tally, trail };
}

/** Time of all slots in which they can play, up to a moment, weighed. */
function capacityOf(
  workers: readonly SimulatedWorker[],
  until: number,
  weightOf: (facts: WorkerFacts) => number,
): number {
  return workers.reduce((sum, { facts, joinsAt, diesAt = Infinity, pause }) => {
    const there = Math.max(0, Math.min(until, diesAt) - joinsAt);
    const paused = pause === undefined ? 0 : Math.max(0, Math.min(until, pause.at + pause.ms, diesAt) - pause.at);
    return sum + (there - Math.min(there, paused)) * facts.concurrency * weightOf(facts);
  }, 0);
}

function idealTime(workers: readonly SimulatedWorker[], work: number): number {
  let [low, high] = [0, 1];
  const isEnough = (until: number) => capacityOf(workers, until, ({ speed }) => speed) >= work;
  while (!isEnough(high) && high < 1e12) high *= 2;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
