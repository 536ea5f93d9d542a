/**
 * Starts a host from its configuration: mounts the snakes, serves them on both ports, closes all of it. Called by
 * `serve`.
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LoadedConfig } from './config/read-config.js';
import { formatFault, type Fault } from './errors.js';
import { createHostEvents, createJournalEvents, createLimitEvents } from './host-events.js';
import { createAdmin } from './http/admin.js';
import { createApp } from './http/app.js';
import type { App, MiddlewareDeps, Readiness } from './http/context.js';
import { describeMounts } from './http/index-page.js';
import { addJournalRoutes } from './http/journal-routes.js';
import { ClientAddresses } from './http/limits/client-address.js';
import { RequestLimits } from './http/limits/request-limits.js';
import { listen, type Listening, type ListenOptions } from './http/server.js';
import type { JournalEvent } from './journal/journal-event.js';
import type { LiveExperiment } from './journal/report/experiment-sides.js';
import { ThreadJournal } from './journal/thread/thread-journal.js';
import { createMetrics, type Metrics } from './metrics/metrics.js';
import { describeExperiments, mountAll, mountExperiments } from './mount-all.js';
import { EventLoopMonitor } from './processes/event-loop-monitor.js';
import type { ClosableMount } from './snakes/experiment.js';
import type { Mount } from './snakes/mount.js';
import { createSharedLimits } from './snakes/shared-limits.js';
import { BundleCache } from './snakes/strategy/bundle-cache.js';
import { version } from './version.js';

/** What a host is made of, and what it is wired to. */
export interface HostOptions {
  readonly loaded: LoadedConfig;
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
  /**
   * Stops the host without losing a turn. From now on every response closes its connection; after `drain` ms no new
   * connections are accepted; open requests are answered until `grace` ms after the call. Resolves when all is closed.
   */
  close(): Promise<void>;
}

/** What the host has opened so far. Each entry closes one part of it, and they run in reverse order. */
type Closers = (() => unknown)[];

/** What is served. */
interface Mounted {
  readonly mounts: readonly Mount[];
  readonly warnings: readonly Fault[];
  readonly metrics: Metrics;
  readonly journal: ThreadJournal | undefined;
  readonly live: readonly LiveExperiment[];
}

/** Where to listen. */
interface Address {
  readonly host: string;
  readonly port: number;
}

/** The limits of a port's connections. */
type Connections = ListenOptions['connections'];

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
async function open({ loaded, log, env }: HostOptions, closers: Closers): Promise<Mounted> {
  const { server, snakes, experiments, journal: journalConfig } = loaded.config;
  const eventLoop = new EventLoopMonitor();
  closers.push(() => eventLoop.close());
  const metrics = createMetrics({ version, eventLoop });
  for (const { prefix } of [...snakes, ...experiments]) metrics.add(prefix);
  const journal =
    journalConfig === 'off'
      ? undefined
      : new ThreadJournal({ ...journalConfig, events: createJournalEvents(log, metrics) });
  closers.push(() => journal?.close());

  const events = createHostEvents(log, metrics, journal !== undefined);
  const record = journal && ((event: JournalEvent) => journal.record(event));
  const limits = createSharedLimits(server);
  const bundles = new BundleCache();
  const deps = { loaded, env, events, loopDelay: () => eventLoop.delay, record, limits, bundles };
  const mounts: ClosableMount[] = [];
  closers.push(() => Promise.all(mounts.map((mount) => mount.close())));
  const { snakes: mountedSnakes, warnings } = await mountAll(deps);
  mounts.push(...mountedSnakes);
  mounts.push(...(await mountExperiments(deps)));
  return { mounts, warnings, metrics, journal, live: await describeExperiments(deps) };
}

function logWarnings({ loaded, log }: HostOptions, warnings: readonly Fault[]): void {
  for (const warning of [...loaded.warnings, ...warnings]) {
    log.warn({ warning: formatFault(warning) }, 'config warning');
  }
  for (const { prefix, isolation } of loaded.config.snakes) {
    if (isolation === 'inline')
      log.warn({ snake: prefix }, 'runs inline: an endless loop in it would stop every snake');
  }
}

/**
 * Serves both ports, the admin port first: once the public port answers, everything does. Then opens the journal, and
 * is ready.
 */
async function serve({ loaded, log, onBug }: HostOptions, mounted: Mounted, closers: Closers): Promise<Served> {
  const { server } = loaded.config;
  const { mounts, metrics, journal } = mounted;
  let readiness: Readiness = 'starting';
  const deps: MiddlewareDeps = { log, onBug, readiness: () => readiness };
  const listenAt = async (app: App, address: Address, key: readonly string[], connections?: Connections) => {
    const { host, port } = address;
    const remedy = `"${key.join('.')}" or the environment variable ${key.includes('admin') ? 'ADMIN_PORT' : 'PORT'}`;
    const listening = await listen(app, { host, port, source: loaded.locate(key), remedy, log, connections });
    closers.push(() => listening.close(0));
    return listening;
  };

  let admin: Listening | undefined;
  if (server.admin !== 'off') {
    const app = createAdmin({
      ...deps,
      mounts,
      metrics,
      token: server.admin.token,
      extend: (router) => journal && addJournalRoutes(router, journal),
    });
    admin = await listenAt(app, server.admin, ['server', 'admin', 'port']);
  }
  const { app, connections } = createFront(loaded, deps, mounted);
  const front = await listenAt(app, server, ['server', 'port'], connections);
  // Only now: a host that gets no port must leave the journal of the one that has it alone.
  await mounted.journal?.open();
  void logChanges(log, mounted);
  readiness = 'ready';
  return {
    front,
    admin,
    drain() {
      readiness = 'draining';
      front.drain();
    },
  };
}

/** The public app, and the limits of its connections. */
function createFront({ config }: LoadedConfig, deps: MiddlewareDeps, { mounts, metrics }: Mounted) {
  const { limits: perAddress, maxBody, trustedProxies } = config.server;
  const events = createLimitEvents(deps.log, metrics);
  const addresses = new ClientAddresses(trustedProxies);
  const limits = new RequestLimits({ perAddress, addresses, events });
  const isExempt = (address: string) => addresses.isExempt(address);
  return {
    app: createApp({ ...deps, mounts, version, about: describeMounts(config), keys: config.keys, limits, maxBody }),
    connections: { perAddress: perAddress.connections, isExempt, events },
  };
}

/** Says which experiments have games that no longer count. The report says it as well. */
async function logChanges(log: Logger, { journal, live }: Mounted): Promise<void> {
  for (const present of live) {
    // A journal that cannot be read has been reported already.
    const change = await journal?.findSidesChange(present).catch(() => undefined);
    if (change === undefined) continue;
    const { snake, experiment } = present;
    const { earlier: games, changes } = change;
    log.warn({ snake, experiment, games, changes }, 'experiment changed: earlier games do not count');
  }
}

/** Closes everything that is open, last opened first. */
async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}
