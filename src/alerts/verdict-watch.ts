/** Reviews the experiments of a host while it plays them, for their guards and for alerts. Owned by `alerts.ts`. */
import { reviewQuery, type JournalReader } from '../journal/journal.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import type { Review } from '../journal/report/guards.js';
import type { ExperimentVerdict } from '../views/report-lines.js';

/** Between two looks, in ms. Games are read only if some have ended, guards always: another host may stop, too. */
const INTERVAL_MS = 10_000;

export interface WatchListener {
  reviewed(experiment: LiveExperiment, reviewed: Review): void;
  decided(verdict: ExperimentVerdict, experiment: LiveExperiment): void;
}

/**
 * Owns the decisions so far.
 *
 * Guarantees that each decision is reported once, and that decisions from before the start of the host are not
 * reported. Queries only the journal, in its child process. Never rejects: an unreadable journal is reported elsewhere.
 */
export class VerdictWatch {
  readonly #journal: Pick<JournalReader, 'ask'>;
  readonly #experiments: () => readonly LiveExperiment[];
  readonly #listener: WatchListener;
  readonly #timer: NodeJS.Timeout;
  /** The decision of each experiment; absent before its first check. */
  readonly #known = new Map<string, ExperimentVerdict['decision']>();
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
      const key = keyOf(experiment);
      const isFirst = !this.#known.has(key);
      const before = this.#known.get(key) ?? 'undecided';
      this.#known.set(key, verdict?.decision ?? 'undecided');
      if (verdict === undefined || isFirst || verdict.decision === 'undecided') return;
      if (verdict.decision !== before) this.#listener.decided(verdict, experiment);
    } catch {
      if (isNews) for (const snake of experiment.snakes) this.#ended.add(snake);
    }
  }
}

function keyOf({ snakes, experiment }: LiveExperiment): string {
  return JSON.stringify([snakes, experiment]);
}
