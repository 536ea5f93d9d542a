/** Notices that an experiment has reached a decision. Owned by `alerts.ts`. */
import type { JournalReader } from '../journal/journal.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import type { ExperimentVerdict } from '../views/report-lines.js';

/** Shortest interval between two queries of the journal, in ms. It is queried only if games have ended meanwhile. */
const INTERVAL_MS = 60_000;

export type WatchedExperiment = Pick<LiveExperiment, 'snakes' | 'experiment' | 'split'>;

/**
 * Owns the decisions so far.
 *
 * Guarantees that each decision is reported once, and that decisions from before the start of the host are not
 * reported. Queries only the journal, in its child process. Never rejects: an unreadable journal is reported elsewhere.
 */
export class VerdictWatch {
  readonly #journal: Pick<JournalReader, 'report'>;
  readonly #experiments: () => readonly WatchedExperiment[];
  readonly #decided: (verdict: ExperimentVerdict, watched: WatchedExperiment) => void;
  readonly #timer: NodeJS.Timeout;
  /** The decision of each experiment; absent before its first check. */
  readonly #known = new Map<string, ExperimentVerdict['decision']>();
  /** Prefixes of experiments with games that have ended since the last check. */
  readonly #ended = new Set<string>();
  #checking: Promise<void> | undefined;

  /** @param experiments the live ones at the time of the call; empty if no alert is for them. */
  constructor(
    journal: Pick<JournalReader, 'report'>,
    experiments: () => readonly WatchedExperiment[],
    decided: (verdict: ExperimentVerdict, watched: WatchedExperiment) => void,
    interval = INTERVAL_MS,
  ) {
    this.#journal = journal;
    this.#experiments = experiments;
    this.#decided = decided;
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
    const ended = new Set(this.#ended);
    this.#ended.clear();
    const live = this.#experiments();
    const keys = new Set(live.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    for (const experiment of live) {
      const isNews = experiment.snakes.some((snake) => ended.has(snake)) || !this.#known.has(keyOf(experiment));
      if (isNews) await this.#lookAt(experiment);
    }
  }

  async #lookAt(watched: WatchedExperiment): Promise<void> {
    try {
      const { snakes, experiment, split } = watched;
      const { verdicts } = await this.#journal.report({ snakes, experiment });
      const key = keyOf(watched);
      const isFirst = !this.#known.has(key);
      const verdict = verdicts.find((one) => (one.design === 'split' ? one.split : 0) === split);
      const before = this.#known.get(key) ?? 'undecided';
      this.#known.set(key, verdict?.decision ?? 'undecided');
      if (verdict === undefined || isFirst || verdict.decision === 'undecided') return;
      if (verdict.decision !== before) this.#decided(verdict, watched);
    } catch {
      for (const snake of watched.snakes) this.#ended.add(snake);
    }
  }
}

function keyOf({ snakes, experiment, split }: WatchedExperiment): string {
  return JSON.stringify([snakes, experiment, split]);
}
