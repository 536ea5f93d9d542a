/**
 * What the metrics say of the games of snakes, of the host's cores that they share, and of servers that answer for
 * them. Used by `metrics.ts`.
 */
import { Gauge, type Registry } from 'prom-client';

/** What one snake plays, and what it has of the host's cores, at a moment. Those of the host itself have none. */
export interface SnakeShares {
  readonly snake: string;
  /** Games that live. */
  readonly live: number;
  /** Games in which it computes to its deadline. */
  readonly cpuBound?: number | undefined;
  /** Turns that wait for a core. */
  readonly waiting?: number | undefined;
  /** What the last turn of each game was given, in ms. */
  readonly shares: readonly number[];
  /** The servers that answer for it. `since`: in ms since 1970; `latency`: in ms. */
  readonly upstreams?:
    | readonly {
        readonly isReachable: boolean;
        readonly since: number;
        readonly failures: number;
        readonly latency?: number;
      }[]
    | undefined;
}

/**
 * Makes the gauges. Returns what takes the source of their values: it is asked with each scrape, as they change with
 * every turn. What several mounts under one prefix have is added up.
 */
export function createShareMeters(registry: Registry): (read: () => readonly SnakeShares[]) => void {
  let source: (() => readonly SnakeShares[]) | undefined;
  const gauge = (
    name: string,
    help: string,
    valuesOf: (snakes: readonly SnakeShares[]) => ReadonlyMap<string, number>,
  ) => {
    const created = new Gauge({
      name: `serpentarium_${name}`,
      help,
      labelNames: ['snake'],
      registers: [],
      collect() {
        this.reset();
        for (const [snake, value] of valuesOf(source?.() ?? [])) this.set({ snake }, value);
      },
    });
    registry.registerMetric(created);
  };
  gauge('live_games', 'Games with a request within the last minute.', (snakes) => sumOf(snakes, 'live'));
  gauge('cpu_bound_games', 'Games in which the snake computes to its deadline.', (snakes) => sumOf(snakes, 'cpuBound'));
  gauge('waiting_turns', 'Turns that wait for a core.', (snakes) => sumOf(snakes, 'waiting'));
  gauge('least_share_seconds', 'The least time that the last turn of a CPU-bound game was given.', leastShares);
  for (const { name, help, valueOf, join } of UPSTREAM_GAUGES)
    gauge(`upstream_${name}`, help, (snakes) => joinUpstreams(snakes, valueOf, join));
  return (read) => void (source = read);
}

type Upstream = NonNullable<SnakeShares['upstreams']>[number];

/** How two values of one snake become one. */
type Join = (a: number, b: number) => number;

/** What is shown of the servers of a snake. */
const UPSTREAM_GAUGES: readonly {
  readonly name: string;
  readonly help: string;
  readonly valueOf: (upstream: Upstream) => number;
  readonly join: Join;
}[] = [
  {
    name: 'reachable',
    help: '1 if the server of a snake answers, else 0.',
    valueOf: ({ isReachable }) => Number(isReachable),
    join: Math.min,
  },
  {
    name: 'since_timestamp_seconds',
    help: 'Since when that is so, in seconds since 1970.',
    valueOf: ({ since }) => since / 1000,
    join: Math.max,
  },
  {
    name: 'failures',
    help: 'Moves that the server of a snake answered late, wrongly or not at all, since it was mounted.',
    valueOf: ({ failures }) => failures,
    join: (a, b) => a + b,
  },
  {
    name: 'latency_seconds',
    help: 'Time of an answer of the server of a snake to /move, as a mean of the last ones.',
    valueOf: ({ latency = 0 }) => latency / 1000,
    join: Math.max,
  },
];

/** One value for each snake with servers, made of those of its servers. */
function joinUpstreams(
  snakes: readonly SnakeShares[],
  valueOf: (upstream: Upstream) => number,
  join: Join,
): Map<string, number> {
  const joined = new Map<string, number>();
  for (const { snake, upstreams = [] } of snakes) {
    for (const value of upstreams.map(valueOf)) {
      const before = joined.get(snake);
      joined.set(snake, before === undefined ? value : join(before, value));
    }
  }
  return joined;
}

function sumOf(snakes: readonly SnakeShares[], key: 'live' | 'cpuBound' | 'waiting'): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { snake, [key]: value } of snakes)
    if (value !== undefined) sums.set(snake, (sums.get(snake) ?? 0) + value);
  return sums;
}

/** In seconds. A snake without a share is left out. */
function leastShares(snakes: readonly SnakeShares[]): Map<string, number> {
  const least = new Map<string, number>();
  for (const { snake, shares } of snakes) {
    for (const share of shares) least.set(snake, Math.min(least.get(snake) ?? Infinity, share / 1000));
  }
  return least;
}
