/**
 * Starts a host from its configuration: mounts the snakes, serves them on both ports, takes over changes, closes all of
 * it. Called by `serve`.
 */
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Alerts } from './alerts/alerts.js';
import type { LoadedConfig } from './config/read-config.js';
import type { JournalConfig } from './config/types.js';
import { formatFault, type Fault } from './errors.js';
import { createDeliveryEvents, createJournalEvents, createLimitEvents } from './host-events.js';
import { HostPage } from './host-page.js';
import { createAdmin, type AdminDeps } from './http/admin.js';
import { createApp } from './http/app.js';
import type { App, AppRouter, MiddlewareDeps, Readiness } from './http/context.js';
import { describeMounts } from './http/index-page.js';
import { addJournalRoutes } from './http/journal/journal-routes.js';
import { addReloadRoute } from './http/reload-route.js';
import { ClientAddresses } from './http/limits/client-address.js';
import { RequestLimits } from './http/limits/request-limits.js';
import { connectionsWithin, descriptorLimit, MAX_CONNECTIONS } from './http/sockets/descriptors.js';
import { addContestRoutes } from './http/page/contest-routes.js';
import { readPageFiles, type PageFiles } from './http/page/page-files.js';
import { addStudyRoutes } from './http/page/study-routes.js';
import { listen, type Listening, type ListenOptions } from './http/server.js';
import type { JournalEvent } from './journal/journal-event.js';
import { ThreadJournal } from './journal/thread/thread-journal.js';
import type { ConfiguredNames } from './journal/unknown-names.js';
import { createMetrics, type Metrics } from './metrics/metrics.js';
import { ContestFolder } from './page/contests/contest-folder.js';
import { MachineContests } from './page/contests/machine-contests.js';
import { EventLoopMonitor } from './processes/event-loop-monitor.js';
import { createReloader } from './reload/create-reloader.js';
import { logChanges, logInline } from './reload/log-reload.js';
import type { Reloader, ReloadOutcome } from './reload/reloader.js';
import { readShares } from './snakes/mount-status.js';
import { version } from './version.js';

/** What a host is made of, and what it is wired to. */
export interface HostOptions {
  readonly loaded: LoadedConfig;
  /** Reads the configuration again, for a reload; from the same file unless given. */
  readonly reread?: (() => LoadedConfig) | undefined;
  readonly log: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with a bug of the host after it has been logged. */
  readonly onBug: (bug: unknown) => void;
}

/** A host that serves. */
export interface Host {
  readonly address: AddressInfo;
  /** Absent if the admin port is off. */
  readonly admin: AddressInfo | undefined;
  /** The strategy files that are served now, with all that they import from the disk. */
  readonly files: readonly string[];
  /** Absolute path of the directory of strategies, as it is configured now. */
  readonly strategies: string;
  /** Reads configuration and strategies again, and takes over what has changed. `trigger` is for the log. */
  reload(trigger: string): Promise<ReloadOutcome>;
  /**
   * Stops the host without losing a turn. From now on every response closes its connection; after `drain` ms no new
   * connections are accepted; open requests are answered until `grace` ms after the call. Resolves when all is closed.
   */
  close(): Promise<void>;
}

/** The main file of the threads that read the journal: they answer what the page asks, too. */
const JOURNAL_READER = new URL('./page/queries/reading-main.js', import.meta.url);

/** What the host has opened so far. Each entry closes one part of it, and they run in reverse order. */
type Closers = (() => unknown)[];

/** What is served. */
interface Mounted {
  readonly reloader: Reloader;
  readonly warnings: readonly Fault[];
  readonly metrics: Metrics;
  readonly journal: ThreadJournal | undefined;
  readonly alerts: Alerts;
  /** Absent if nobody can see it. */
  readonly page: HostPage | undefined;
  readonly loopDelay: () => number;
}

/** Where to listen. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** The limits of a port's connections, and whether there are WebSockets among them. */
type SocketOptions = Pick<ListenOptions, 'connections' | 'hasSockets'>;

interface Served {
  readonly front: Listening;
  readonly admin: Listening | undefined;
  drain(): void;
}

/**
 * Starts a host. Resolves when both ports accept connections and all snakes can answer.
 *
 * Throws a `UsageError` with all faults of the strategies or of a port; then nothing is left running.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const closers: Closers = [];
  try {
    const mounted = await open(options, closers);
    logWarnings(options, mounted.warnings);
    const served = await serve(options, mounted, closers);
    const { server } = options.loaded.config;
    return {
      address: served.front.address,
      admin: served.admin?.address,
      get files() {
        return mounted.reloader.current.files;
      },
      get strategies() {
        return mounted.reloader.current.loaded.config.strategies;
      },
      reload: (trigger) => mounted.reloader.reload(trigger),
      async close() {
        served.drain();
        await wait(server.drain);
        await served.front.close(Math.max(0, server.grace - server.drain));
        await closeAll(closers);
      },
    };
  } catch (thrown) {
    await closeAll(closers);
    throw thrown;
  }
}

/** Mounts every snake and experiment. The journal takes their events, but its file is not opened yet. */
async function open(options: HostOptions, closers: Closers): Promise<Mounted> {
  const { loaded, log } = options;
  const { journal: journalConfig, server } = loaded.config;
  const eventLoop = new EventLoopMonitor();
  closers.push(() => eventLoop.close());
  const metrics = createMetrics({ version, eventLoop });
  const alerts = new Alerts({ host: hostname(), events: createDeliveryEvents(log, metrics) });
  alerts.configure(loaded.config.alerts);
  closers.push(() => alerts.close());
  const page = server.admin === 'off' && server.watch === false ? undefined : new HostPage(server.watch);
  closers.push(() => page?.close());
  const events = createJournalEvents(log, metrics, alerts);
  const journal =
    journalConfig === 'off'
      ? undefined
      : new ThreadJournal({
          ...toJournalOptions(journalConfig),
          reader: JOURNAL_READER,
          events: page?.listen(events) ?? events,
        });
  if (journal !== undefined) metrics.watchJournal(() => journal.waiting);
  closers.push(() => journal?.close());
  const loopDelay = () => eventLoop.delay;
  const record = page?.recorder(journal) ?? (journal && ((event: JournalEvent) => journal.record(event)));
  const reloader = createReloader({ ...options, metrics, journal, loopDelay, alerts, record });
  closers.push(() => reloader.close());
  metrics.watchShares(() => readShares(reloader.mounts));
  const warnings = await reloader.start(loaded);
  metrics.configured('started', reloader.version);
  return { reloader, warnings, metrics, journal, alerts, page, loopDelay };
}

/** The journal counts in days and megabytes. */
function toJournalOptions({ keepFor, maxSize, ...place }: JournalConfig) {
  return { ...place, keepDays: keepFor / 86_400_000, keepMb: maxSize / 1024 ** 2 };
}

function logWarnings({ loaded, log }: HostOptions, warnings: readonly Fault[]): void {
  for (const warning of [...loaded.warnings, ...warnings]) {
    log.warn({ warning: formatFault(warning) }, 'config warning');
  }
  logInline(log, loaded.config.snakes);
}

/**
 * Serves both ports, the admin port first: once the public port answers, everything does. Then opens the journal, and
 * is ready.
 */
async function serve({ loaded, log, onBug, env }: HostOptions, mounted: Mounted, closers: Closers): Promise<Served> {
  const { server } = loaded.config;
  const { reloader, journal, alerts, page, loopDelay } = mounted;
  let readiness: Readiness = 'starting';
  const config = () => reloader.current.loaded.config;
  page?.show({ config, mounts: () => reloader.mounts, readiness: () => readiness, loopDelay, journal, env });
  const deps: MiddlewareDeps = { log, onBug, readiness: () => readiness };
  const listenAt = async (app: App, address: Address, key: readonly string[], more: SocketOptions) => {
    const { host, port } = address;
    const remedy = `"${key.join('.')}" or the environment variable ${key.includes('admin') ? 'ADMIN_PORT' : 'PORT'}`;
    const listening = await listen(app, { host, port, source: loaded.locate(key), remedy, log, ...more });
    closers.push(() => listening.close(0));
    return listening;
  };

  const files = page && (await readPageFiles());
  let admin: Listening | undefined;
  let endContests: (() => Promise<void>) | undefined;
  if (server.admin !== 'off') {
    const contests = new MachineContests(new ContestFolder());
    const extend = (router: AppRouter) => (endContests = addContestRoutes(router, contests));
    const app = createBack({ ...deps, token: server.admin.token, page: files, extend }, mounted);
    admin = await listenAt(app, server.admin, ['server', 'admin', 'port'], { hasSockets: true });
  }
  const { app, connections } = createFront(loaded, deps, mounted, files);
  const hasSockets = server.watch !== false;
  const front = await listenAt(app, server, ['server', 'port'], { connections, hasSockets });
  // Only now: a host that gets no port must leave the journal of the one that has it alone.
  await journal?.open();
  void logChanges(log, journal, reloader.current.live);
  if (journal !== undefined) alerts.watchVerdicts({ journal, experiments: () => reloader.current.live });
  readiness = 'ready';
  return {
    front,
    admin,
    drain() {
      readiness = 'draining';
      page?.close();
      void endContests?.();
      front.drain();
    },
  };
}

/** The admin app, with all that the host can show. */
function createBack(
  deps: MiddlewareDeps & Pick<AdminDeps, 'token' | 'page' | 'extend'>,
  { reloader, metrics, journal, page }: Mounted,
): App {
  return createAdmin({
    ...deps,
    mounts: () => reloader.mounts,
    metrics,
    hasJournal: journal !== undefined,
    extend(router) {
      addReloadRoute(router, () => reloader.reload('POST /reload'));
      if (journal !== undefined) addJournalRoutes(router, { journal, configured: () => namesOf(reloader) });
      page?.addRoutes(router);
      addStudyRoutes(router, { mounts: () => reloader.mounts, journal });
      deps.extend?.(router);
    },
  });
}

/** The names that a filter of games may have before the journal has any game of them. */
function namesOf({ current }: Reloader): ConfiguredNames {
  const { snakes, experiments } = current.loaded.config;
  return {
    prefixes: [...snakes, ...experiments].map(({ prefix }) => prefix),
    experiments: experiments.map(({ name }) => name),
  };
}

/** The public app, and the limits of its connections. */
function createFront({ config }: LoadedConfig, deps: MiddlewareDeps, mounted: Mounted, files: PageFiles | undefined) {
  const { reloader, metrics, page } = mounted;
  const { limits: perAddress, maxBody, trustedProxies } = config.server;
  const events = createLimitEvents(deps.log, metrics);
  const addresses = new ClientAddresses(trustedProxies);
  const limits = new RequestLimits({ perAddress, addresses, events });
  const isExempt = (address: string) => addresses.isExempt(address);
  const descriptors = descriptorLimit();
  const maxConnections = connectionsWithin(descriptors);
  if (maxConnections < MAX_CONNECTIONS) deps.log.warn({ descriptors, maxConnections }, 'few file descriptors');
  return {
    app: createApp({
      ...deps,
      mounts: () => reloader.mounts,
      watch: page?.createWatch(addresses, files),
      version,
      about: () => describeMounts(reloader.current.loaded.config),
      limits,
      maxBody,
    }),
    connections: {
      maxConnections,
      perAddress: perAddress.connections,
      unfinished: perAddress.unfinished,
      isExempt,
      events,
    },
  };
}

/** Closes everything that is open, last opened first. */
async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
