/** Prometheus counters of the host's snakes and its journal. Fed by `host-events.ts`, served by the admin port. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { GAME_RESULTS, USES, type Used } from '../views/game-rows.js';
import type { EventLoopMonitor } from '../processes/event-loop-monitor.js';
import type { ChildExit } from '../processes/supervised-child.js';
import { LATE_CAUSES, OUTCOMES, type Answer, type LateCause } from '../wire/responses.js';
import {
  createConfigMeters,
  createCounter,
  createEventCounter,
  createExperimentMeters,
  createJournalMeters,
} from './meters.js';
import { createShareMeters } from './share-meters.js';

/** How a game ended. Health probes are no games, and have a separate counter. */
const RESULTS = [...GAME_RESULTS, 'solo', 'replayed'] as const;
/** The result of a shadow's turn. `skipped`: there was no time to ask it. */
const SHADOW_OUTCOMES = ['agreed', 'differed', 'late', 'failed', 'illegal', 'skipped'] as const;

const LIMITS = ['connections', 'requests', 'pipelined', 'unfinished', 'newGames', 'largeBodies'] as const;
/** The most common statuses of refused requests. */
const REFUSALS = ['400', '401', '403', '404', '405', '413', '415', '429', '503', '508'] as const;
/** The limits per client address. */
export type Limit = (typeof LIMITS)[number];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the counters of one host, in a separate registry. `snake` is always a prefix; times are in ms. Only added
 * snakes are counted: a shadow reports under a prefix that never is.
 */
export function createMetrics(version: string, eventLoop: Pick<EventLoopMonitor, 'takeDelays'>) {
  // From now on: the CPU time of the process counts from here.
  processRegistry();
  const registry = new Registry();
  const meters = createMeters(registry);
  const snakes = new Map<string, SnakeMeters>();
  addBuildInfo(registry, version);
  addEventLoopDelay(registry, eventLoop);
  return {
    /** The configuration was read, at the start or again. `version` is the served one. */
    configured: createConfigMeters(registry),
    add(snake: string): void {
      if (!snakes.has(snake)) snakes.set(snake, resolveMeters(meters, snake));
    },
    remove(snake: string): void {
      if (snakes.delete(snake)) removeMeters(meters, snake);
    },
    answered(snake: string, outcome: Answer['kind'], took: number, overhead: number): void {
      const meter = snakes.get(snake);
      meter?.moves.get(outcome)?.inc();
      meter?.duration.observe(took / 1000);
      meter?.overhead.set(overhead / 1000);
    },
    late: (snake: string, cause: LateCause) => snakes.get(snake)?.late.get(cause)?.inc(),
    moveConfirmed(snake: string, used: Used): void {
      for (const label of labelsOf(used)) snakes.get(snake)?.turns.get(label)?.inc();
    },
    addShadow: (snake: string) => startShadow(meters, snake, snakes.get(snake)),
    /** The result of a shadow's turn. Counts nothing if its snake was not added. */
    shadowAnswered: (snake: string, outcome: (typeof SHADOW_OUTCOMES)[number]) =>
      snakes.get(snake)?.shadows?.get(outcome)?.inc(),
    gameEnded(snake: string, result: (typeof RESULTS)[number] | 'probe'): void {
      const meter = snakes.get(snake);
      if (result === 'probe') return meter?.probes.inc();
      meter?.results.get(result)?.inc();
    },
    strategyWarned: (snake: string) => snakes.get(snake)?.warnings.inc(),
    childStarted: (snake: string) => snakes.get(snake)?.children.inc(),
    childStopped(snake: string, how: ChildExit['kind']): void {
      const meter = snakes.get(snake);
      meter?.children.dec();
      if (how !== 'stopped') meter?.restarts.inc();
    },
    childNotStarted: (snake: string) => snakes.get(snake)?.restarts.inc(),
    ...createJournalMeters(registry),
    /** Reports from now on the snakes' shares of the cores. */
    watchShares: createShareMeters(registry),
    /** Sets the source of the figures of the live experiments. */
    watchExperiments: createExperimentMeters(registry),
    ...createPortMeters(registry),
    /** Everything in Prometheus's text format. The delays of the event loop are measured since the last call. */
    text: () => formatAll(registry),
  };
}

async function formatAll(registry: Registry): Promise<{ readonly contentType: string; readonly body: string }> {
  const parts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
  return { contentType: registry.contentType, body: parts.join('\n') };
}

function addBuildInfo(registry: Registry, version: string): void {
  new Gauge({
    name: 'serpentarium_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'],
    registers: [registry],
  })
    .labels(version, process.versions.node)
    .set(1);
}

function addEventLoopDelay(registry: Registry, eventLoop: Pick<EventLoopMonitor, 'takeDelays'>): void {
  const gauge = new Gauge({
    name: 'serpentarium_event_loop_delay_seconds',
    help: 'Event-loop lag of the host since the last scrape.',
    labelNames: ['statistic'],
    registers: [],
    collect() {
      for (const [statistic, ms] of Object.entries(eventLoop.takeDelays())) this.set({ statistic }, ms / 1000);
    },
  });
  registry.registerMetric(gauge);
}

function createPortMeters(registry: Registry) {
  const limited = 'Requests and connections refused by a limit of the public port.';
  const evicted = 'Idle connections closed to make room for new ones.';
  return {
    limited: createCounter(registry, 'limited_total', limited, 'limit', LIMITS),
    refused: createCounter<string>(registry, 'refused_total', 'Refused requests by status.', 'status', REFUSALS),
    evicted: createEventCounter(registry, 'idle_connections_closed_total', evicted),
    alerted: createCounter(registry, 'alerts_total', 'Alerts to webhooks.', 'outcome', ['delivered', 'failed']),
  };
}

/** In seconds. Answers take from 1 ms to the usual timeout of 500 ms; the buckets are finest near it. */
const DURATION_BUCKETS = [1, 2, 3, 5, 7.5, 10, 15, 20, 30, 40, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300]
  .concat([325, 350, 375, 400, 425, 450, 475, 500, 750, 1000])
  .map((ms) => ms / 1000);

type Meters = ReturnType<typeof createMeters>;

function createMeters(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, ...more: string[]) =>
    new Counter<string>({ name: `serpentarium_${name}`, help, labelNames: ['snake', ...more], registers });
  const gauge = (name: string, help: string) =>
    new Gauge<string>({ name: `serpentarium_${name}`, help, labelNames: ['snake'], registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram<string>({ name: `serpentarium_${name}`, help, labelNames: ['snake'], buckets, registers });
  return {
    moves: counter('moves_total', 'Answers to /move. All but "moved" are the fallback.', 'outcome'),
    late: counter(
      'late_moves_total',
      'Late answers: slow strategy, too little CPU time, process still starting, closed connection.',
      'cause',
    ),
    duration: histogram('move_duration_seconds', 'From the arrival of /move to the answer.', DURATION_BUCKETS),
    overhead: gauge('overhead_seconds', 'Overhead assumed for the last move.'),
    turns: counter('turns_total', TURNS_HELP, 'used'),
    shadows: counter('shadow_turns_total', 'What the candidate of a shadow experiment answered.', 'outcome'),
    results: counter('games_ended_total', 'Games that ended. "replayed": restarted by the engine.', 'result'),
    probes: counter('probes_total', 'Health probes. They are not games.'),
    warnings: counter('strategy_warnings_total', 'Mistakes of a strategy that cost no turn.'),
    children: gauge('children', 'Running child processes.'),
    restarts: counter('child_restarts_total', 'Child processes that exited, were killed or did not start.'),
  };
}

/** The labels of one snake, looked up once, because counting a move delays the next one. */
type SnakeMeters = ReturnType<typeof resolveMeters> & {
  shadows?: ReadonlyMap<string, Counter.Internal>;
};

function resolveMeters(meters: Meters, snake: string) {
  const resolved = {
    moves: startCounters(OUTCOMES, meters.moves, snake),
    late: startCounters(LATE_CAUSES, meters.late, snake),
    duration: meters.duration.labels(snake),
    overhead: meters.overhead.labels(snake),
    turns: startCounters(USES.flatMap(labelsOf), meters.turns, snake),
    results: startCounters(RESULTS, meters.results, snake),
    probes: meters.probes.labels(snake),
    warnings: meters.warnings.labels(snake),
    children: meters.children.labels(snake),
    restarts: meters.restarts.labels(snake),
  };
  const { probes, warnings, children, restarts } = resolved;
  for (const meter of [probes, warnings, children, restarts]) meter.inc(0);
  meters.duration.zero({ snake });
  return resolved;
}

function startShadow({ shadows }: Meters, snake: string, resolved: SnakeMeters | undefined): void {
  if (resolved !== undefined) resolved.shadows ??= startCounters(SHADOW_OUTCOMES, shadows, snake);
}

function removeMeters({ moves, late, turns, shadows, results, ...others }: Meters, snake: string): void {
  for (const outcome of OUTCOMES) moves.remove(snake, outcome);
  for (const cause of LATE_CAUSES) late.remove(snake, cause);
  for (const used of USES.flatMap(labelsOf)) turns.remove(snake, used);
  for (const outcome of SHADOW_OUTCOMES) shadows.remove(snake, outcome);
  for (const result of RESULTS) results.remove(snake, result);
  for (const meter of Object.values(others)) meter.remove(snake);
}

/** Each series starts at 0, as in {@link createCounter}. */
function startCounters<Label extends string>(labels: readonly Label[], counter: Counter, snake: string) {
  const counters = new Map(labels.map((label) => [label, counter.labels(snake, label)]));
  for (const each of counters.values()) each.inc(0);
  return counters;
}

const TURNS_HELP =
  'Whether the engine used an answer. "no": the turn is lost. "probably-lost": it probably is, counted as "unlikely", too, until 3.0. "unknown": no evidence.';

/** The values of `used` for a stored one. `unlikely` reads as if the loss were, and is left out in 3.0. */
function labelsOf(used: Used): readonly string[] {
  return used === 'unlikely' ? ['probably-lost', used] : [used];
}

let created: Registry | undefined;

/** The registry of this process, created at the first call. It collects until the process ends. */
function processRegistry(): Registry {
  if (created !== undefined) return created;
  created = new Registry();
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 60_000 });
  // The library's figures of the event loop include its sampling interval; `metrics.ts` has better ones.
  for (const { name } of created.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) created.removeSingleMetric(name);
  }
  return created;
}
