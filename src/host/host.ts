/**
 * Starts a host from its configuration: mounts the snakes, serves them on both ports, applies changes, closes all of
 * it. Called by `serve`.
 */
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Alerts } from '../alerts/alerts.js';
import { readConfig, type LoadedConfig } from '../config/read-config.js';
import { versionsFolder, type HostConfig, type JournalConfig } from '../config/types.js';
import { formatFault, messageOf, type Fault } from '../errors/errors.js';
import {
  createAppsBelow,
  createAdminPort,
  createPublicPort,
  createHostPage,
  type HostPage,
  type HostParts,
  type PortApp,
} from './host-apps.js';
import { createAlertListener, createGuards, createJournalListener, createSnakeListener } from './host-events.js';
import type { Readiness } from '../http/context.js';
import { listen, type Drained } from '../http/server.js';
import { identifySides, type LiveExperiment } from '../journal/report/experiment-sides.js';
import type { JournalEvent } from '../journal/journal-event.js';
import type { Loss } from '../journal/journal-status.js';
import { JournalProcess } from '../journal/process/journal-process.js';
import { createMetrics } from '../metrics/metrics.js';
import { EventLoopMonitor } from '../processes/event-loop-monitor.js';
import { logInline, logReload } from './report-reload.js';
import { Reloader, type ReloadOutcome, type StaleParts } from './reloader.js';
import { ChildCeiling } from '../snakes/process/child-ceiling.js';
import { readShares } from '../snakes/mount-table.js';
import type { Guards } from '../snakes/guards.js';
import { Cores } from '../snakes/schedule/cores.js';
import { createSharedLimits } from '../snakes/shared-limits.js';
import type { Bundle } from '../snakes/strategy/bundle.js';
import { keepVersion, pruneVersions } from '../snakes/strategy/kept-versions.js';
import { findWritable } from '../snakes/strategy/writable-folder.js';
import { version } from '../version.js';
import type { ExperimentVerdict } from '../views/report-lines.js';

export interface HostOptions {
  readonly loaded: LoadedConfig;
  /** Reads the configuration again, for a reload (default: from the same file). */
  readonly reread?: (() => LoadedConfig) | undefined;
  readonly log: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with a bug of the host after it has been logged. */
  readonly onBug: (bug: unknown) => void;
}

export interface Host {
  readonly address: AddressInfo;
  /** Absent if the admin port is off. */
  readonly admin: AddressInfo | undefined;
  /** The strategy files that are served now, with all that they import from the disk. */
  readonly files: readonly string[];
  /** Absolute path of the directory of strategies, as it is configured now. */
  readonly strategies: string;
  /** Whether configuration or strategies differ from what is served. */
  findStale(): Promise<StaleParts>;
  /** Reads configuration and strategies again, and applies the changes. `trigger` is for the log. */
  reload(trigger: string): Promise<ReloadOutcome>;
  /**
   * Stops the host without losing a turn. From now on every response closes its connection; after `drain` ms no new
   * connections are accepted; open requests are answered until `grace` ms after the call. Resolves when all is closed,
   * with what it has finished and left.
   */
  close(): Promise<StopReport>;
  /** Reports as lost what the journal has not written, because the process ends now. */
  giveUp(): StopReport;
}

/** What a stop has finished and left: requests of the public port since it began, and what the journal has lost. */
export interface StopReport extends Drained {
  /** Live games: the next host behind the same URL continues them. */
  readonly running: number;
  /** Events that wait in the spool: the next start delivers them. Absent without a spool. */
  readonly spooled?: number;
  /** Since the host started; absent if nothing was lost. */
  readonly lost?: Loss;
}

/** What `build.ts` has made of the programs of the journal: they answer what the page asks, too. */
const JOURNAL_PROGRAMS = new URL('../../journal/', import.meta.url);

/**
 * Starts a host. Resolves when both ports accept connections and all snakes can answer.
 *
 * Throws a `UsageError` with all faults of the strategies or of a port; then nothing is left running.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const opened = new OpenParts();
  try {
    return await serve(options, opened);
  } catch (thrown) {
    // The caller must see the reason for the failed start.
    await opened.close().catch((failure: unknown) => options.log.error({ err: failure }, 'host not closed cleanly'));
    throw thrown;
  }
}

class OpenParts {
  readonly #parts: { close(): unknown }[] = [];

  add<Part extends { close(): unknown }>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  /** Closes everything, last opened first, even if a part fails to close; then throws the first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const part of this.#parts.splice(0).toReversed()) {
      try {
        await part.close();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Creates everything behind the ports: metrics and alerts, the journal, the snakes, the page. */
async function createParts(options: HostOptions, readiness: () => Readiness, opened: OpenParts) {
  const { loaded, log } = options;
  const { server, journal: journalConfig } = loaded.config;
  const adminPort = server.admin === 'off' ? undefined : server.admin.port;

  const eventLoop = opened.add(new EventLoopMonitor());
  const loopDelay = () => eventLoop.delay;
  const metrics = createMetrics(version, eventLoop);
  const alerts = opened.add(new Alerts(hostname(), createAlertListener(log, metrics)));
  alerts.configure(loaded.config.alerts);

  // It takes events from now on, but its file is opened last.
  const listener = createJournalListener(log, metrics, alerts);
  const journal =
    journalConfig === 'off'
      ? undefined
      : opened.add(
          new JournalProcess({ ...toJournalOptions(journalConfig), adminPort, programs: JOURNAL_PROGRAMS, listener }),
        );
  if (journal !== undefined) metrics.watchJournal(() => journal.waiting);

  let page: HostPage | undefined;
  const record = (event: JournalEvent) => {
    journal?.record(event);
    page?.feed.record(event);
  };
  const isRecorded = journal !== undefined || server.admin !== 'off';
  const events = isRecorded ? record : undefined;
  const guards = createGuards(log, alerts, loaded.config.file, journal);
  const reloader = opened.add(createReloader(options, { metrics, journal, alerts, guards, loopDelay, record: events }));
  metrics.watchShares(() => [
    ...readShares(reloader.mounts),
    ...(journal === undefined ? [] : [{ snake: 'journal', children: journal.children }]),
  ]);

  const parts: HostParts = { ...options, readiness, reloader, metrics, journal, guards, loopDelay, record };
  if (server.admin !== 'off') page = opened.add(await createHostPage(parts));
  logWarnings(options, await reloader.start(loaded));
  metrics.configured('started', reloader.version);
  return { parts, page, alerts };
}

/** The connections of a host's reloader: `record` takes the events of all games (default: none). */
interface ReloaderParts extends Pick<HostParts, 'metrics' | 'journal' | 'guards' | 'loopDelay'> {
  readonly alerts: Alerts;
  readonly record: ((event: JournalEvent) => void) | undefined;
}

function createReloader({ loaded, reread, log, env }: HostOptions, parts: ReloaderParts): Reloader {
  const { metrics, journal, alerts, guards, loopDelay, record } = parts;
  const { maxTimeout, gamesMemory, memory } = loaded.config.server;
  const ceiling = new ChildCeiling(memory && memory / 1024 ** 2);
  const folder = findWritable([
    tmpdir(),
    path.dirname(loaded.config.journal === 'off' ? '.' : loaded.config.journal.path),
  ]);
  const limits = createSharedLimits({ maxTimeout, gamesMemory, cores: new Cores(), ceiling, folder });
  const listener = createSnakeListener(log, metrics, journal !== undefined, alerts);
  let isFaulty = false;
  const reloader: Reloader = new Reloader(
    reread ?? (() => readConfig(loaded.config.file, env)),
    { env, listener, loopDelay, record, keep: createKeeper(log, loaded.config.journal), limits, guards },
    {
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
        logReload(log, outcome, trigger, isFaulty);
        isFaulty = outcome.outcome === 'failed';
        if (outcome.outcome === 'failed') return;
        alerts.configure(reloader.current.loaded.config.alerts);
        prepareRecall(reloader.current.live, guards);
      },
    },
  );
  return reloader;
}

/** Keeps the code of the strategies that play, next to the journal. One that this host has kept is never deleted. */
function createKeeper(log: Logger, journal: HostConfig['journal']): ((bundle: Bundle) => void) | undefined {
  const folder = versionsFolder(journal);
  if (folder === undefined) return undefined;
  const used = new Set<string>();
  return (bundle) => {
    used.add(bundle.hash);
    keepVersion(folder, bundle)
      .then(() => pruneVersions(folder, used))
      .catch((thrown: unknown) => log.warn({ version: bundle.hash, reason: messageOf(thrown) }, 'version not kept'));
  };
}

/** Mounts everything, then serves both ports, the public one last: once it answers, everything does. */
async function serve(options: HostOptions, opened: OpenParts): Promise<Host> {
  const { loaded, log } = options;
  const { server } = loaded.config;
  let readiness: Readiness = 'starting';
  const { parts, page, alerts } = await createParts(options, () => readiness, opened);
  const { reloader, journal } = parts;

  const listenAt = async ({ app, ...at }: PortApp, key: readonly string[], variable: string) => {
    const remedy = `"${key.join('.')}" or the environment variable ${variable}`;
    const listening = await listen(app, { ...at, source: loaded.locate(key), remedy, log });
    opened.add({ close: () => listening.close(0) });
    return listening;
  };
  const ofAdmin = page && server.admin !== 'off' ? ([parts, page, server.admin] as const) : undefined;
  const back = ofAdmin && createAdminPort(...ofAdmin);
  const admin = back && (await listenAt(back, ['server', 'admin', 'port'], 'ADMIN_PORT'));
  const front = await listenAt(
    createPublicPort(parts, ofAdmin ? createAppsBelow(...ofAdmin) : []),
    ['server', 'port'],
    'PORT',
  );

  // Only after the port is bound: another host may own both. Not awaited.
  void journal?.open().then(() => page?.analyses?.resume());
  await watchExperiments(parts, alerts);
  parts.guards.isKnown = true;
  readiness = 'ready';
  let running = 0;
  const report = (): StopReport => {
    const { answered, cut } = front.drained;
    const spool = journal?.waiting.spool;
    const lost = journal?.lost;
    return {
      answered,
      cut,
      running,
      ...(typeof spool === 'object' && { spooled: spool.entries }),
      ...(lost && { lost }),
    };
  };
  return {
    address: front.address,
    admin: admin?.address,
    get files() {
      return reloader.current.files;
    },
    get strategies() {
      return reloader.current.loaded.config.strategies;
    },
    findStale: () => reloader.findStale(),
    reload: (trigger) => reloader.reload(trigger),
    async close() {
      readiness = 'draining';
      void page?.close();
      front.drain();
      await wait(server.drain);
      await front.close(Math.max(0, server.grace - server.drain));
      running = countLive(reloader);
      await opened.close();
      return report();
    },
    giveUp() {
      journal?.giveUp();
      return report();
    },
  };
}

/** Most time to find out which experiments an earlier run has stopped, in ms. */
const FIND_STOPS_MS = 1000;

const keyOf = (each: LiveExperiment) => `${identifySides(each)} ${each.experiment}`;

/** Watches the experiments. Resolves when the stops of an earlier run are known, or take too long to read. */
async function watchExperiments({ reloader, guards, metrics, journal }: HostParts, alerts: Alerts) {
  const live = () => reloader.current.live;
  const verdicts = new Map<string, ExperimentVerdict>();
  metrics.watchExperiments(() =>
    live().map((each) => {
      const verdict = verdicts.get(keyOf(each));
      const share = each.split === 0 ? undefined : guards.of(each).share;
      const held = share === 0 ? 'stopped' : share === 1 ? 'promoted' : undefined;
      return { ...verdict, experiment: each.experiment, state: held ?? verdict?.decision ?? 'undecided' };
    }),
  );
  if (journal === undefined) return;
  const looking = alerts.watchVerdicts(journal, live, (experiment, reviewed) => {
    if (reviewed.verdict !== undefined) verdicts.set(keyOf(experiment), reviewed.verdict);
    if (experiment.split > 0) guards.of(experiment).review(reviewed);
  });
  prepareRecall(live(), guards);
  if (live().some(({ split }) => split > 0))
    await Promise.race([looking, wait(FIND_STOPS_MS, undefined, { ref: false })]);
}

/** Starts the process that finds the side of a running game: an answer waits for it 50 ms at most. */
function prepareRecall(live: readonly LiveExperiment[], { listener }: Guards): void {
  if (live.some(({ split }) => split > 0)) listener.findSide?.({ snake: '', game: '', you: '' }).catch(() => {});
}

/** The engine's games in progress: several snakes may play in one. */
function countLive({ mounts: { present, retired } }: Reloader): number {
  const games = [...present, ...retired].flatMap(({ mount }) => mount.status().games);
  return new Set(games.flatMap(({ game, isLive }) => (isLive ? game : []))).size;
}

/** The journal counts in days and megabytes. */
function toJournalOptions({ keepFor, maxSize, ...address }: JournalConfig) {
  return { ...address, keepDays: keepFor / 86_400_000, keepMb: maxSize / 1024 ** 2 };
}

function logWarnings({ loaded, log }: HostOptions, warnings: readonly Fault[]): void {
  for (const warning of [...loaded.warnings, ...warnings]) {
    log.warn({ warning: formatFault(warning) }, 'config warning');
  }
  logInline(log, loaded.config.snakes);
}
