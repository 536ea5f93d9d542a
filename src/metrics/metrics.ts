/** Counts what the snakes tell, for Prometheus. The only file that knows the metrics library; `host.ts` feeds it. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { OUTCOMES, type Answer } from '../wire/responses.js';
import { processRegistry } from './process-registry.js';

/** What became of an answer. */
const USES = ['yes', 'no', 'unknown'] as const;
/** How a game ended; a health probe is none and is counted apart. */
const RESULTS = ['win', 'draw', 'loss', 'abandoned', 'replayed'] as const;
/** What became of what the journal was given. */
const JOURNALED = ['written', 'dropped', 'failed'] as const;

/**
 * The counters of a host. `snake` is always a prefix; times are in ms. Only snakes that were added are counted, so that a
 * late word of one that is gone does not bring its labels back.
 */
export interface Metrics {
  /** Starts a snake's counters at zero. */
  add(snake: string): void;
  /** Drops all that was counted for a snake. */
  remove(snake: string): void;
  answered(snake: string, outcome: Answer['kind'], took: number, overhead: number): void;
  moveConfirmed(snake: string, used: (typeof USES)[number]): void;
  gameStarted(snake: string): void;
  gameEnded(snake: string, result: (typeof RESULTS)[number] | 'probe'): void;
  strategyWarned(snake: string): void;
  childStarted(snake: string): void;
  childStopped(snake: string, expected: boolean): void;
  /** So many entries of the journal were written, or were lost on the way. */
  journaled(outcome: (typeof JOURNALED)[number], entries: number): void;
  /** Everything in the text format of Prometheus. The event loop's delay starts anew with each call. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}

export function createMetrics({ version }: { readonly version: string }): Metrics {
  const registry = new Registry();
  const meters = createMeters(registry);
  const snakes = new Map<string, SnakeMeters>();
  const info = { name: 'serpentarium_build_info', help: 'Always 1; the labels tell what runs.' };
  new Gauge({ ...info, labelNames: ['version', 'node'], registers: [registry] })
    .labels(version, process.versions.node)
    .set(1);
  const journal = createJournalCounter(registry);
  return {
    add(snake) {
      if (!snakes.has(snake)) snakes.set(snake, resolveMeters(meters, snake));
    },
    remove(snake) {
      if (snakes.delete(snake)) removeLabels(meters, snake);
    },
    answered(snake, outcome, took, overhead) {
      const meter = snakes.get(snake);
      meter?.moves.get(outcome)?.inc();
      meter?.duration.observe(took / 1000);
      meter?.overhead.set(overhead / 1000);
    },
    moveConfirmed: (snake, used) => snakes.get(snake)?.turns.get(used)?.inc(),
    gameStarted: (snake) => snakes.get(snake)?.games.inc(),
    gameEnded(snake, result) {
      const meter = snakes.get(snake);
      if (result === 'probe') return meter?.probes.inc();
      meter?.games.dec();
      meter?.results.get(result)?.inc();
    },
    strategyWarned: (snake) => snakes.get(snake)?.complaints.inc(),
    childStarted: (snake) => snakes.get(snake)?.children.inc(),
    childStopped(snake, expected) {
      const meter = snakes.get(snake);
      meter?.children.dec();
      if (!expected) meter?.restarts.inc();
    },
    journaled: (outcome, entries) => journal.inc({ outcome }, entries),
    async text() {
      const parts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return { contentType: registry.contentType, body: parts.join('\n') };
    },
  };
}

function createJournalCounter(registry: Registry): Counter<'outcome'> {
  const counter = new Counter({
    name: 'serpentarium_journal_entries_total',
    help: 'Turns, beginnings and ends of games for the journal, by what became of them; only "written" is kept.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of JOURNALED) counter.inc({ outcome }, 0);
  return counter;
}

/** Answers take from a millisecond to the engine's usual 500 ms; what matters is how near to it. In seconds. */
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
    moves: counter('moves_total', 'Answers to /move, by what came of the strategy.', 'outcome'),
    duration: histogram('move_duration_seconds', 'Time that the strategy had for a move.', DURATION_BUCKETS),
    overhead: gauge('overhead_seconds', 'Travel time assumed for the last move.'),
    turns: counter('turns_total', 'Answers by whether the engine used them; "no" is a lost turn.', 'used'),
    games: gauge('live_games', 'Games under way.'),
    results: counter('games_ended_total', 'Games that ended, by how.', 'result'),
    probes: counter('probes_total', 'Health probes of engines, which are no games.'),
    complaints: counter('complaints_total', 'Wrongs of a strategy that cost no turn.'),
    children: gauge('children', 'Child processes that run.'),
    restarts: counter('child_restarts_total', 'Child processes that died or had to be killed.'),
  };
}

/** The labels of one snake, looked up once: recording a move is in the way of the next one. */
type SnakeMeters = ReturnType<typeof resolveMeters>;

function resolveMeters(meters: Meters, snake: string) {
  const resolved = {
    moves: byLabel(OUTCOMES, meters.moves, snake),
    duration: meters.duration.labels(snake),
    overhead: meters.overhead.labels(snake),
    turns: byLabel(USES, meters.turns, snake),
    games: meters.games.labels(snake),
    results: byLabel(RESULTS, meters.results, snake),
    probes: meters.probes.labels(snake),
    complaints: meters.complaints.labels(snake),
    children: meters.children.labels(snake),
    restarts: meters.restarts.labels(snake),
  };
  const { moves, turns, results, games, probes, complaints, children, restarts } = resolved;
  const counters = [...moves.values(), ...turns.values(), ...results.values()];
  // A series that begins with its first event hides that event from every rate over time.
  for (const meter of [...counters, games, probes, complaints, children, restarts]) meter.inc(0);
  meters.duration.zero({ snake });
  return resolved;
}

function byLabel<Label extends string>(labels: readonly Label[], counter: Counter, snake: string) {
  return new Map(labels.map((label) => [label, counter.labels(snake, label)]));
}

function removeLabels(meters: Meters, snake: string): void {
  for (const outcome of OUTCOMES) meters.moves.remove(snake, outcome);
  for (const used of USES) meters.turns.remove(snake, used);
  for (const result of RESULTS) meters.results.remove(snake, result);
  const { duration, overhead, games, probes, complaints, children, restarts } = meters;
  for (const meter of [duration, overhead, games, probes, complaints, children, restarts]) meter.remove(snake);
}
