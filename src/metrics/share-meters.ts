/** Meters of the snakes' games, their shares of the host's cores, and the servers behind them. Used by `metrics.ts`. */
import { Gauge, type Registry } from 'prom-client';
import type { UpstreamStatus } from '../exchange/upstream-status.js';

type Upstream = Pick<UpstreamStatus, 'isReachable' | 'since' | 'failures' | 'latency'>;

/** The games of one snake, and its share of the host's cores, at one moment. */
export interface SnakeShares {
  readonly snake: string;
  readonly live: number;
  /** Games in which it computes to its deadline. */
  readonly cpuBound?: number | undefined;
  /** Turns that wait for a core. */
  readonly waiting?: number | undefined;
  /** The share of the last turn of each game, in ms. */
  readonly shares: readonly number[];
  /** The servers that answer for it. */
  readonly upstreams?: readonly Upstream[] | undefined;
}

/** A gauge with one value for each snake: `join` combines the values of all its parts. */
interface ShownShare {
  readonly name: string;
  readonly help: string;
  readonly valuesOf: (snake: SnakeShares) => readonly number[];
  readonly join: (a: number, b: number) => number;
}

const sum = (a: number, b: number) => a + b;
const ofServers =
  (valueOf: (upstream: Upstream) => number) =>
  ({ upstreams = [] }: SnakeShares) =>
    upstreams.map(valueOf);

const SHOWN: readonly ShownShare[] = [
  {
    name: 'live_games',
    help: 'Games with a request within the last minute.',
    valuesOf: ({ live }) => [live],
    join: sum,
  },
  {
    name: 'cpu_bound_games',
    help: 'Games in which the snake thinks to its deadline.',
    valuesOf: ({ cpuBound }) => (cpuBound === undefined ? [] : [cpuBound]),
    join: sum,
  },
  {
    name: 'waiting_turns',
    help: 'Turns waiting for a core.',
    valuesOf: ({ waiting }) => (waiting === undefined ? [] : [waiting]),
    join: sum,
  },
  {
    name: 'least_share_seconds',
    help: 'Smallest share of the last turns of CPU-bound games; absent without such a game.',
    valuesOf: ({ shares }) => shares.map((share) => share / 1000),
    join: Math.min,
  },
  {
    name: 'upstream_reachable',
    help: '1 if the server behind the snake answers, else 0.',
    valuesOf: ofServers(({ isReachable }) => Number(isReachable)),
    join: Math.min,
  },
  {
    name: 'upstream_since_timestamp_seconds',
    help: 'Since when that is so, in Unix time.',
    valuesOf: ofServers(({ since }) => since / 1000),
    join: Math.max,
  },
  {
    name: 'upstream_failures',
    help: 'Moves without a valid answer in time from the server behind the snake, since it was mounted.',
    valuesOf: ofServers(({ failures }) => failures),
    join: sum,
  },
  {
    name: 'upstream_latency_seconds',
    help: 'Recent mean time of an answer to /move from the server behind the snake.',
    valuesOf: ofServers(({ latency = 0 }) => latency / 1000),
    join: Math.max,
  },
];

/**
 * Creates the gauges. Returns a function that sets the source of their values, which is read at each scrape because
 * they change with every turn. A snake without values is left out.
 */
export function createShareMeters(registry: Registry): (read: () => readonly SnakeShares[]) => void {
  let source: (() => readonly SnakeShares[]) | undefined;
  for (const { name, help, valuesOf, join } of SHOWN) {
    const gauge = new Gauge({
      name: `serpentarium_${name}`,
      help,
      labelNames: ['snake'],
      registers: [],
      collect() {
        this.reset();
        const values = new Map<string, number>();
        for (const shares of source?.() ?? [])
          for (const value of valuesOf(shares)) {
            const before = values.get(shares.snake);
            values.set(shares.snake, before === undefined ? value : join(before, value));
          }
        for (const [snake, value] of values) this.set({ snake }, value);
      },
    });
    registry.registerMetric(gauge);
  }
  return (read) => void (source = read);
}
