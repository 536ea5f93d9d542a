/** Posts problems that need a person to the operator's webhooks. Created by `host.ts`, fed by `host-events.ts`. */
import { isDeepStrictEqual } from 'node:util';
import type { AlertConfig } from '../config/types.js';
import type { JournalReader } from '../journal/journal.js';
import type { JournalStore } from '../journal/journal-status.js';
import { howToResume } from '../journal/report/format-experiments.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import type { ExperimentVerdict, GuardState } from '../views/report-lines.js';
import { formatAlert, quoteReason, AlertRoute, type Alert, type AlertClock, type Incident } from './alert-route.js';
import { VerdictWatch, type WatchListener } from './verdict-watch.js';
import { afterTimeout } from '../processes/timing.js';
import { Webhook, type AlertListener } from './webhook.js';

/** What causes alerts. Called after answers have left; returns at once. */
export type AlertSink = Pick<Alerts, 'turnLost' | 'childCrashed' | 'journalBroken' | 'journalWorks' | 'gameEnded'>;

type Decided = Pick<ExperimentVerdict, 'experiment' | 'decision' | 'games'>;

/** A fault of a journal: a store that cannot be written, a damaged file (replaced or not), one event, or lost games. */
export type JournalFault = JournalStore | 'damaged' | 'replaced' | 'event' | 'lost';

const JOURNAL_FAULTS: Readonly<Record<JournalFault, { readonly what: string; readonly advice: string }>> = {
  file: { what: 'the journal cannot be written', advice: 'Games continue, but may not be kept: check the disk.' },
  database: {
    what: "the journal's database is unreachable",
    advice: 'Games continue and are kept in a file of the host, which delivers them later: check the database.',
  },
  damaged: {
    what: "the journal's file is damaged",
    advice: 'Restart the host: it renames the file and begins a new one.',
  },
  replaced: {
    what: "the journal's file was damaged, and a new one is begun",
    advice: '"serpentarium journal copy" saves what the old one still has.',
  },
  lost: {
    what: 'games are lost',
    advice: 'Make room, or repair the database: "/readyz" has the sum since the host started.',
  },
  event: { what: 'an event cannot be written to the journal', advice: 'All others are kept: report this as a bug.' },
};

const JOURNAL_WORKS: Readonly<Record<JournalStore, string>> = {
  file: 'the journal can be written again.',
  database: "the journal's database is reachable again, and has all that waited.",
};

const systemClock: AlertClock = {
  now: () => performance.now(),
  after: afterTimeout,
};

/** One entry of `alerts:`, with its webhook and counts. */
interface Destination {
  readonly config: AlertConfig;
  readonly route: AlertRoute;
  readonly webhook: Webhook;
}

/**
 * Owns the webhooks of a host.
 *
 * Guarantees that nothing here delays, blocks or throws into the host: alerts are counted at once and delivered
 * asynchronously. Never shows more of a URL than its host.
 */
export class Alerts {
  readonly #host: string;
  readonly #listener: AlertListener;
  readonly #clock: AlertClock;
  #destinations: readonly Destination[] = [];
  #verdicts: VerdictWatch | undefined;

  /** @param host the name of this machine. */
  constructor(host: string, listener: AlertListener, clock = systemClock) {
    this.#host = host;
    this.#listener = listener;
    this.#clock = clock;
  }

  /** Watches experiments from now on, for new decisions and for guards. Resolves after the first look. */
  watchVerdicts(
    journal: Pick<JournalReader, 'ask'>,
    experiments: () => readonly LiveExperiment[],
    reviewed: WatchListener['reviewed'],
  ): Promise<void> {
    const decided: WatchListener['decided'] = (verdict, { snakes }) => this.decided(verdict, snakes);
    const uneven: WatchListener['uneven'] = (what, experiment) => this.uneven(what, experiment);
    this.#verdicts = new VerdictWatch(journal, experiments, { reviewed, decided, uneven });
    return this.#verdicts.look();
  }

  /** Applies another configuration. Unchanged entries keep their counts and their queue. */
  configure(configs: readonly AlertConfig[]): void {
    const before = this.#destinations;
    this.#destinations = configs.map((config) => {
      return before.find((one) => isDeepStrictEqual(one.config, config)) ?? this.#open(config);
    });
    for (const old of before) if (!this.#destinations.includes(old)) void closeDestination(old);
  }

  /** An engine did not use an answer, or probably did not. */
  turnLost(snake: string): void {
    this.#note({
      kind: 'lostTurns',
      snake,
      counted: 'lostTurns',
      describe: (count, minutes) => ({
        summary: `${snake} lost ${amount(count, 'turn')} within ${amount(minutes, 'minute')}.`,
        advice: 'Look for "turn lost" and "turn probably lost" in the log: is the network slow, or the machine busy?',
      }),
      over: (minutes) => `${snake} has lost no turn for ${amount(minutes, 'minute')}.`,
    });
  }

  /** A child process of a snake crashed, was killed or could not be started. */
  childCrashed(snake: string, reason: string): void {
    this.#note({
      kind: 'crashLoop',
      snake,
      counted: 'crashes',
      describe: (count, minutes) => ({
        summary: `${snake} lost ${amount(count, 'process', 'es')} within ${amount(minutes, 'minute')}, the last because ${quoteReason(reason)}`,
        advice: 'The host plays its safe moves meanwhile: repair the strategy and reload, or remove the snake.',
      }),
      over: (minutes) => `${snake} has lost no process for ${amount(minutes, 'minute')}.`,
    });
  }

  journalBroken(reason: string, fault: JournalFault): void {
    const { what, advice } = JOURNAL_FAULTS[fault];
    this.#note({
      kind: 'journalBroken',
      cause: fault,
      counted: 'failures',
      describe: () => ({ summary: `${what}: ${quoteReason(reason)}`, advice }),
      ...((fault === 'file' || fault === 'database') && { over: () => JOURNAL_WORKS[fault] }),
    });
  }

  /** A store that was unreachable has written everything that waited for it. */
  journalWorks(store: JournalStore): void {
    for (const { route } of this.#destinations) route.end({ kind: 'journalBroken', cause: store });
  }

  /** A game of a snake or experiment has ended, so that an experiment may have reached a decision. */
  gameEnded(snake: string): void {
    this.#verdicts?.gameEnded(snake);
  }

  decided({ experiment, decision, games }: Decided, snakes: readonly string[]): void {
    const summary = `is decided: ${decision}, after ${games} games.`;
    const advice = '"serpentarium experiments NAME" shows the figures, and how to keep a better candidate.';
    this.#noteVerdict({ experiment, snakes }, decision, 'games', { summary, advice });
  }

  /** The games do not fit the sides' shares, or one side lacks more results: the verdict may be wrong. */
  uneven(what: string, experiment: LiveExperiment): void {
    const advice = 'Do not rely on its verdict: look in the log for games and turns that one side loses.';
    this.#noteVerdict(experiment, 'uneven', 'imbalances', { summary: `is no fair comparison: ${what}.`, advice });
  }

  /** A guard has stopped the candidate of a split. */
  stopped(experiment: LiveExperiment, { guard, reason }: Pick<GuardState, 'guard' | 'reason'>): void {
    const summary = `is stopped by the guard "${guard}": ${quoteReason(reason)}`;
    const advice = `All new games go to the base. ${howToResume(experiment.experiment)}`;
    this.#noteVerdict(experiment, guard, 'stops', { summary, advice });
  }

  /** Stops counting, and delivers the queue for a second at most. */
  async close(): Promise<void> {
    const destinations = this.#destinations;
    this.#destinations = [];
    this.#verdicts?.close();
    await Promise.all(destinations.map(closeDestination));
  }

  #noteVerdict(
    { experiment, snakes }: Pick<LiveExperiment, 'experiment' | 'snakes'>,
    cause: string,
    counted: string,
    { summary, advice }: Pick<Alert, 'summary' | 'advice'>,
  ): void {
    this.#note({
      kind: 'verdict',
      snake: snakes[0],
      cause: JSON.stringify([experiment, cause]),
      counted,
      describe: () => ({ summary: `experiment "${experiment}" at ${snakes.join(' and ')} ${summary}`, advice }),
    });
  }

  #note(incident: Incident): void {
    for (const { route } of this.#destinations) route.note(incident);
  }

  #open(config: AlertConfig): Destination {
    const webhook = new Webhook({ url: config.url, listener: this.#listener });
    const post = (alert: Alert) => webhook.post(formatAlert(alert, this.#host, new Date()));
    const route = new AlertRoute(config, this.#clock, post);
    return { config, route, webhook };
  }
}

async function closeDestination({ route, webhook }: Destination): Promise<void> {
  route.close();
  await webhook.close();
}

function amount(count: number, noun: string, plural = 's'): string {
  return `${count} ${noun}${count === 1 ? '' : plural}`;
}
