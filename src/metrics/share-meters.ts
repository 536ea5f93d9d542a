/** Meters of the snakes' games, their shares of the host's cores, and the servers behind them. Used by `metrics.ts`. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { UpstreamStatus } from '../exchange/upstream-status.js';
import { cpuTimeOfAll } from '../processes/proc.js';

type Upstream = Pick<UpstreamStatus, 'isReachable' | 'since' | 'failures' | 'latency'>;

/** The games of one snake, and its share of the host's cores, at one moment. */
export interface SnakeShares {
  /** Its prefix; or `journal`, which has processes only. */
  readonly snake: string;
  readonly live?: number;
  /** Games in which it computes to its deadline. */
  readonly cpuBound?: number | undefined;
  /** Turns that wait for a core. */
  readonly waiting?: number | undefined;
  /** The share of the last turn of each game, in ms. */
  readonly shares?: readonly number[];
  /** Its processes; `memoryMb` is absent where the system does not say. */
  readonly children?: readonly { readonly pid?: number | undefined; readonly memoryMb?: number | undefined }[];
  /** The servers that answer for it. */
  readonly upstreams?: readonly Upstream[] | undefined;
}

const sum = (a: number, b: number) => a + b;
const ifKnown = (value: number | undefined) => (value === undefined ? [] : [value]);
const ofServers =
  (valueOf: (upstream: Upstream) => number) =>
  ({ upstreams = [] }: SnakeShares) =>
    upstreams.map(valueOf);

/**
 * Creates the gauges. Returns a function that sets the source of their values, which is read at each scrape because
 * they change with every turn. A snake without values is left out.
 */
export function createShareMeters(registry: Registry): (read: () => readonly SnakeShares[]) => void {
  let source: (() => readonly SnakeShares[]) | undefined;
  /** A gauge with one value for each snake: `join` combines the values of all its parts. */
  const add = (
    name: string,
    help: string,
    join: (a: number, b: number) => number,
    valuesOf: (snake: SnakeShares) => readonly number[],
  ) => {
    const collect = function (this: Gauge<'snake'>) {
      this.reset();
      const values = new Map<string, number>();
      for (const shares of source?.() ?? [])
        for (const value of valuesOf(shares)) {
          const before = values.get(shares.snake);
          values.set(shares.snake, before === undefined ? value : join(before, value));
        }
      for (const [snake, value] of values) this.set({ snake }, value);
    };
    const labelNames = ['snake'] as const;
    registry.registerMetric(new Gauge({ name: `serpentarium_${name}`, help, labelNames, registers: [], collect }));
  };
  add('live_games', 'Games with a request within the last minute.', sum, ({ live }) => ifKnown(live));
  add('cpu_bound_games', 'Games in which the snake thinks to its deadline.', sum, ({ cpuBound }) => ifKnown(cpuBound));
  add('waiting_turns', 'Turns waiting for a core.', sum, ({ waiting }) => ifKnown(waiting));
  const shareHelp = 'Smallest share of the last turns of CPU-bound games; absent without such a game.';
  add('least_share_seconds', shareHelp, Math.min, ({ shares = [] }) => shares.map((share) => share / 1000));
  const memoryHelp =
    'Memory of its child processes, code that they share included. The host limits the sum over snakes.';
  add('child_memory_bytes', memoryHelp, sum, ({ children = [] }) =>
    children.flatMap(({ memoryMb }) => (memoryMb === undefined ? [] : memoryMb * 1024 ** 2)),
  );
  addCpuTime(registry, () => source?.() ?? []);
  const reachable = ofServers(({ isReachable }) => Number(isReachable));
  add('upstream_reachable', '1 if the server behind the snake answers, else 0.', Math.min, reachable);
  const since = ofServers((upstream) => upstream.since / 1000);
  add('upstream_since_timestamp_seconds', 'Since when that is so, in Unix time.', Math.max, since);
  const failures = ofServers((upstream) => upstream.failures);
  const failureHelp = 'Moves without a valid answer in time from the server behind the snake, since it was mounted.';
  add('upstream_failures', failureHelp, sum, failures);
  const latency = ofServers((upstream) => (upstream.latency ?? 0) / 1000);
  const latencyHelp = 'Recent mean time of an answer to /move from the server behind the snake.';
  add('upstream_latency_seconds', latencyHelp, Math.max, latency);
  return (read) => void (source = read);
}

/** Adds the CPU time of children, read at each scrape: what a child used after its last one is missing. */
function addCpuTime(registry: Registry, read: () => readonly SnakeShares[]): void {
  /** In ms, by process and by snake. */
  let before = new Map<number, number>();
  let totals = new Map<string, number>();
  const counter = new Counter({
    name: 'serpentarium_child_cpu_seconds_total',
    help: 'CPU time of its child processes, up to the last scrape before each ended.',
    labelNames: ['snake'] as const,
    registers: [],
    collect() {
      const [now, sums] = [new Map<number, number>(), new Map<string, number>()];
      for (const { snake, children = [] } of read()) {
        let total = sums.get(snake) ?? totals.get(snake) ?? 0;
        for (const { pid } of children) {
          const used = pid === undefined ? undefined : cpuTimeOfAll([pid])?.used;
          if (used === undefined) continue;
          now.set(pid!, used);
          total += Math.max(0, used - (before.get(pid!) ?? 0));
        }
        sums.set(snake, total);
      }
      [before, totals] = [now, sums];
      // A snake that was removed has no series left.
      this.reset();
      for (const [snake, total] of totals) this.inc({ snake }, total / 1000);
    },
  });
  registry.registerMetric(counter);
}
