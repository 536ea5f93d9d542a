/** Jobs, results and workers of a queue, for tests. */
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import type { Pairing } from '../../../src/arena/contest/contest.js';
import {
  QUEUE_PROTOCOL,
  type ContestOffer,
  type JobResult,
  type QueueJob,
  type WorkerFacts,
} from '../../../src/queue/job-queue.js';
import { version } from '../../../src/version.js';

export function workerNamed(name: string, facts: Partial<WorkerFacts> = {}): WorkerFacts {
  return {
    id: `id-of-${name}`,
    name,
    machine: 'machine',
    version,
    node: process.version,
    cores: 2,
    concurrency: 2,
    speed: 1,
    ...facts,
  };
}

/** The offer of a contest that nobody refuses. */
export function offerOf(id: string, descriptor = '', offer: Partial<ContestOffer> = {}): ContestOffer {
  return {
    id,
    hash: descriptor,
    protocol: QUEUE_PROTOCOL,
    version,
    title: `contest ${id}`,
    env: [],
    clock: { kind: 'ignore', speed: 1 },
    ...offer,
  };
}

export function pairingsOf(pair: number, seed = 'seed'): Pairing[] {
  return [
    { pair, game: 0, seed: `${seed}/${pair}`, seats: [0, 1] },
    { pair, game: 1, seed: `${seed}/${pair}`, seats: [1, 0] },
  ];
}

export function recordWonBy(winner: number, turns = 10): GameRecord {
  const seat = { answers: turns, ownMoves: turns, lostTurns: 0, failures: 0, fallbacks: 0, took: {}, length: 3 };
  return { kind: 'played', turns, scores: [0, 1].map((one) => (one === winner ? 1 : 0)), seats: [seat, seat] };
}

/** What a worker would report of a job. `turns` of a pair: how long its games last. */
export function resultOf(
  { id, pairs }: QueueJob,
  worker: WorkerFacts,
  { took = 1000, turns = (pair: number) => 10 + pair } = {},
): JobResult {
  return {
    jobId: id,
    worker,
    took,
    pairs: pairs.map((games) => ({
      pair: games[0]!.pair,
      records: games.map(({ seats, pair }) => recordWonBy(seats.indexOf(pair % 2), turns(pair))),
    })),
  };
}
