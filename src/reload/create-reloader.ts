/** Ties what mounts the snakes to the journal, the counters, the log and the alerts. Called by `host.ts`. */
import type { Logger } from 'pino';
import type { Alerts } from '../alerts/alerts.js';
import { readConfig, type LoadedConfig } from '../config/read-config.js';
import { createSnakeListener } from '../host-events.js';
import type { JournalEvent } from '../journal/journal-event.js';
import type { ThreadJournal } from '../journal/thread/thread-journal.js';
import type { Metrics } from '../metrics/metrics.js';
import { Schedule } from '../snakes/schedule/schedule.js';
import { createSharedLimits } from '../snakes/shared-limits.js';
import { logChanges, logReload } from './log-reload.js';
import { Reloader } from './reloader.js';

/** What a host's reloader is wired to. */
export interface ReloaderWiring {
  readonly loaded: LoadedConfig;
  /** Reads the configuration again; from the same file unless given. */
  readonly reread?: (() => LoadedConfig) | undefined;
  readonly log: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly metrics: Metrics;
  readonly journal: ThreadJournal | undefined;
  /** Delay of the host's event loop, in ms. */
  readonly loopDelay: () => number;
  readonly alerts: Alerts;
  /** Takes the events of all games; absent if nobody does. */
  readonly record: ((event: JournalEvent) => void) | undefined;
}

/** Makes the {@link Reloader} of a host. */
export function createReloader(wiring: ReloaderWiring): Reloader {
  const { loaded, log, env, metrics, journal, loopDelay, alerts } = wiring;
  const limits = createSharedLimits({ ...loaded.config.server, schedule: new Schedule() });
  const reloader: Reloader = new Reloader({
    read: wiring.reread ?? (() => readConfig(loaded.config.file, env)),
    wiring: {
      env,
      listener: createSnakeListener(log, metrics, journal !== undefined, alerts),
      loopDelay,
      record: wiring.record,
      limits,
    },
    listener: {
      expected(prefix, hasShadow) {
        metrics.add(prefix);
        if (hasShadow) metrics.addShadow(prefix);
      },
      forgotten(prefix) {
        metrics.remove(prefix);
        limits.memories.forget(prefix);
      },
      closed: (snake, old) => log.info({ snake, version: old }, 'old version closed'),
      reloaded(outcome, trigger) {
        metrics.configured(outcome.outcome, outcome.version);
        logReload(log, outcome, trigger);
        if (outcome.outcome === 'failed') return;
        alerts.configure(reloader.current.loaded.config.alerts);
        void logChanges(log, journal, outcome.live);
      },
    },
  });
  return reloader;
}
