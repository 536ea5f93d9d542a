/** Reviews the experiments of a host while it plays them, for their guards and for alerts. Owned by `alerts.ts`. */
import { reviewQuery, type JournalReader } from '../journal/journal.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import { findImbalances } from '../journal/report/format-experiments.js';
import type { Review } from '../journal/report/guards.js';
import type { ExperimentVerdict } from '../views/report-lines.js';

/** Between two looks, in ms. Games are read only if some have ended, guards always: another host may stop, too. */
const INTERVAL_MS = 10_000;

export interface WatchListener {
  reviewed(experiment: LiveExperiment, reviewed: Review): void;
  decided(verdict: ExperimentVerdict, experiment: LiveExperiment): void;
  /** The games of the sides do not fit: see `findImbalances`. */
  uneven(what: string, experiment: LiveExperiment): void;
}

/**
 * Owns the last known state of the experiments.
 *
 * Guarantees that each decision and each imbalance is reported once, and none from before the start of the host.
 * Queries only the journal, in its child process. Never rejects: an unreadable journal is reported elsewhere.
 */
export class VerdictWatch {
  readonly #journal: Pick<JournalReader, 'ask'>;
  readonly #experiments: () => readonly LiveExperiment[];
  readonly #listener: WatchListener;
  readonly #timer: NodeJS.Timeout;
  /** The decision and the imbalances of each experiment; absent before its first check. */
  readonly #known = new Map<string, ReadonlySet<string>>();
  /** Prefixes of experiments with games that have ended since the last check. */
  readonly #ended = new Set<string>();
  /** The same for the check before: the journal may not have had their ends yet. */
  #endedBefore: ReadonlySet<string> = new Set();
  #checking: Promise<void> | undefined;

  /** @param experiments the live ones at the time of the call. */
  constructor(
    journal: Pick<JournalReader, 'ask'>,
    experiments: () => readonly LiveExperiment[],
    listener: WatchListener,
    interval = INTERVAL_MS,
  ) {
    this.#journal = journal;
    this.#experiments = experiments;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.look(), interval).unref();
  }

  gameEnded(snake: string): void {
    this.#ended.add(snake);
  }

  /** Checks the experiments with new games, or without a check so far. */
  look(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #checkAll(): Promise<void> {
    const ended = new Set([...this.#ended, ...this.#endedBefore]);
    this.#endedBefore = new Set(this.#ended);
    this.#ended.clear();
    const live = this.#experiments();
    const keys = new Set(live.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    for (const experiment of live) {
      const isNews = experiment.snakes.some((snake) => ended.has(snake)) || !this.#known.has(keyOf(experiment));
      if (isNews || experiment.split > 0) await this.#lookAt(experiment, isNews);
    }
  }

  async #lookAt(experiment: LiveExperiment, isNews: boolean): Promise<void> {
    try {
      const reviewed = await this.#journal.ask(reviewQuery, { ...experiment, isNews });
      this.#listener.reviewed(experiment, reviewed);
      if (!isNews) return;
      const { verdict } = reviewed;
      const { decision = 'undecided' } = verdict ?? {};
      const imbalances: ReadonlyMap<string, string> = verdict === undefined ? new Map() : findImbalances(verdict);
      const before = this.#known.get(keyOf(experiment));
      this.#known.set(keyOf(experiment), new Set([decision, ...imbalances.keys()]));
      if (verdict === undefined || before === undefined) return;
      if (decision !== 'undecided' && !before.has(decision)) this.#listener.decided(verdict, experiment);
      for (const [kind, what] of imbalances) if (!before.has(kind)) this.#listener.uneven(what, experiment);
    } catch {
      if (isNews) for (const snake of experiment.snakes) this.#ended.add(snake);
    }
  }
}

function keyOf({ snakes, experiment }: LiveExperiment): string {
  return JSON.stringify([snakes, experiment]);
}
