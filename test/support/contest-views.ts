/** Contests as the page shows them. */
import type { ContestView, WorkerView } from '../../src/page/api/contests.js';
import type { ContestSource } from '../../src/page/contests/contest-source.js';
import { toContestLine } from '../../src/page/contests/contest-source.js';

const STRATEGY = {
  name: 'greedy',
  label: 'greedy {"food":1}',
  answers: 10,
  lostTurns: 0,
  failures: 0,
  fallbacks: 0,
  crashes: 0,
  took: { p50: 0.1, p99: 2 },
  length: 9.5,
  deaths: { 'wall-collision': 3 },
  problem: null,
  crash: null,
};

/** A tuning after 4 of 10 pairs. */
export function contestView(changes: Partial<ContestView> = {}): ContestView {
  return {
    id: '0123456789ab',
    kind: 'tuning',
    state: 'running',
    title: 'tuning of greedy',
    startedAt: 1000,
    at: 2000,
    games: 8,
    pairs: 4,
    maxPairs: 10,
    gamesPerPair: 2,
    gamesPerMinute: 480,
    pairsLeft: 6,
    line: 'food 1.2',
    url: 'http://127.0.0.1:1',
    seed: 'seed',
    game: 'standard on 11×11, 100 ms',
    details: {
      kind: 'tuning',
      trailEvery: 1,
      parameters: [{ name: 'food', minimum: 0, maximum: 3, start: 1, value: 1.2, trail: [1, 1.1, 1.2] }],
      strategy: STRATEGY,
    },
    ...changes,
  };
}

export function sourceOf(contests: () => readonly ContestView[]): ContestSource {
  return {
    list: () => Promise.resolve(contests().map(toContestLine)),
    find: (id) => Promise.resolve(contests().find((one) => one.id === id)),
  };
}

export function workerView(changes: Partial<WorkerView> = {}): WorkerView {
  return {
    id: 'w1',
    name: 'anna',
    machine: 'node-17',
    version: '0.1.0',
    node: 'v20.19.0',
    cores: 8,
    concurrency: 8,
    speed: 1.21,
    state: 'playing',
    games: 1240,
    gamesPerMinute: 310,
    lostTurns: 2,
    ...changes,
  };
}
