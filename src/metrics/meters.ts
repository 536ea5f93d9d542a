/** Meters of a host's configuration and its journal. Part of `metrics.ts`. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { SpoolContent, WaitingEvents } from '../journal/journal-status.js';

/**
 * Creates a counter. Returns a function that counts a value once, or `by` times. Each value starts at 0, because a rate
 * over time does not show the first event of a new series.
 */
export function createCounter<Value extends string>(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  values: readonly Value[],
): (value: Value, by?: number) => void {
  const counter = new Counter<string>({
    name: `serpentarium_${name}`,
    help,
    labelNames: [label],
    registers: [registry],
  });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value, by) => counter.inc({ [label]: value }, by);
}

/** Creates a counter of one event. Returns a function that counts it. */
export function createEventCounter(registry: Registry, name: string, help: string): () => void {
  const counter = new Counter({ name: `serpentarium_${name}`, help, registers: [registry] });
  return () => counter.inc();
}

/** The outcome of reading the configuration. `started`: at the start of the host. */
type ConfigOutcome = 'started' | 'applied' | 'unchanged' | 'failed';

const RELOAD_OUTCOMES = ['applied', 'unchanged', 'failed'] as const;

export function createConfigMeters(registry: Registry): (outcome: ConfigOutcome, version: number) => void {
  const registers = [registry];
  const reloaded = createCounter(
    registry,
    'config_reloads_total',
    'Reloads of the configuration.',
    'outcome',
    RELOAD_OUTCOMES,
  );
  const gauge = (name: string, help: string) => new Gauge({ name: `serpentarium_config_${name}`, help, registers });
  const versions = gauge('version', 'Version of the served configuration, from 1 at the start.');
  const time = gauge('last_reload_timestamp_seconds', 'When the configuration was last read, in Unix time.');
  const isGood = gauge('last_reload_successful', '1, or 0 if the last read found a mistake.');
  return (outcome, version) => {
    if (outcome !== 'started') reloaded(outcome);
    versions.set(version);
    time.set(Date.now() / 1000);
    isGood.set(outcome === 'failed' ? 0 : 1);
  };
}

/** The state of a live experiment; no figures until a game counts. */
export type ExperimentFigures = Readonly<Partial<Record<Figure, number>> & Record<'experiment' | 'state', string>>;
type Figure = 'difference' | 'low' | 'high' | 'games';

const FIGURES: readonly (readonly [Figure | 'state', help: string])[] = [
  ['difference', 'Mean score of the candidate minus mean score of the base, from -1 to 1.'],
  ['low', 'Lower end of the 95 % interval, valid at every look. Above 0, the candidate is better.'],
  ['high', 'Upper end of that interval. Below 0, the base is better.'],
  ['games', 'Games that count.'],
  ['state', 'Always 1. The label has the decision; "stopped" if the candidate gets no new games, "promoted" if all.'],
];

/** Creates the gauges of experiments. Returns a function that sets the source of their values, read at each scrape. */
export function createExperimentMeters(registry: Registry): (read: () => readonly ExperimentFigures[]) => void {
  let source: (() => readonly ExperimentFigures[]) | undefined;
  for (const [name, help] of FIGURES) {
    const collect = function (this: Gauge) {
      this.reset();
      for (const { experiment, state, ...figures } of source?.() ?? []) {
        if (name === 'state') this.set({ experiment, state }, 1);
        else if (figures[name] !== undefined) this.set({ experiment }, figures[name]);
      }
    };
    const labelNames = name === 'state' ? ['experiment', 'state'] : ['experiment'];
    registry.registerMetric(
      new Gauge({ name: `serpentarium_experiment_${name}`, help, labelNames, registers: [], collect }),
    );
  }
  return (read) => void (source = read);
}

const JOURNALED = ['written', 'dropped', 'failed'] as const;
const DELIVERIES = ['delivered', 'failed'] as const;

export function createJournalMeters(registry: Registry) {
  const countEvent = (name: string, help: string) => createEventCounter(registry, `journal_${name}`, help);
  const count = <Outcome extends string>(name: string, help: string, outcomes: readonly Outcome[]) =>
    createCounter(registry, `journal_${name}`, help, 'outcome', outcomes);
  return {
    journaled: count('entries_total', 'Journal entries: starts, turns and ends of games.', JOURNALED),
    journalDelivery: count('deliveries_total', 'Attempts to deliver entries to the journal database.', DELIVERIES),
    journalDamaged: countEvent('files_damaged_total', 'Times that the journal file was found damaged.'),
    journalRestarted: countEvent('restarts_total', 'Restarts of the journal process.'),
    /** Reports from now on what the journal has still to write. */
    watchJournal: (waiting: () => WaitingEvents) => addGauges(registry, waiting),
  };
}

/** Read at each scrape, because it changes with every turn. */
function addGauges(registry: Registry, waiting: () => WaitingEvents): void {
  const add = (name: string, help: string, read: () => number) => {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    registry.registerMetric(new Gauge({ name: `serpentarium_journal_${name}`, help, registers: [], collect }));
  };
  const ofSpool = (read: (spool: SpoolContent) => number) => {
    const { spool } = waiting();
    return spool === undefined ? 0 : spool === 'unknown' ? Number.NaN : read(spool);
  };
  for (const what of ['entries', 'bytes'] as const) {
    add(
      `waiting_${what}`,
      `Journal entries not written yet, in ${what}. Grows while the journal fails.`,
      () => waiting()[what],
    );
    const help = `Entries kept for the journal database, in ${what}. Grows while it is unreachable.`;
    add(`spool_${what}`, help, () => ofSpool((spool) => spool[what]));
  }
  add('spool_age_seconds', 'How long the oldest of these entries has waited.', () =>
    ofSpool(({ oldestAt }) => (oldestAt === undefined ? 0 : Math.max(0, Date.now() - oldestAt) / 1000)),
  );
}
