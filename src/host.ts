/** From a configuration to running snakes: ties strategies, network, log and counters together, starts and ends them. */
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LoadedConfig } from './config/read-config.js';
import type { HostConfig } from './config/types.js';
import { formatFault } from './errors.js';
import { createHostEvents, createJournalEvents } from './host-events.js';
import { createAdmin } from './http/admin.js';
import { createApp } from './http/app.js';
import { addJournalRoutes } from './http/journal-routes.js';
import { listen, type Listening } from './http/server.js';
import type { Readiness, AppRouter } from './http/context.js';
import { ThreadJournal, type JournalListener } from './journal/thread/thread-journal.js';
import { createMetrics } from './metrics/metrics.js';
import { mountAll, mountExperiments } from './mount-all.js';
import { EventLoopMonitor } from './processes/event-loop-monitor.js';
import { BundleCache } from './snakes/strategy/bundle-cache.js';
import { version } from './version.js';
import type { JournalEvent } from './journal/journal-event.js';

export interface HostOptions {
  readonly loaded: LoadedConfig;
  readonly log: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called when something of ours is broken, after it has been logged. */
  readonly onBug: (bug: unknown) => void;
}

/** A host that serves. */
export interface Host {
  readonly address: AddressInfo;
  /** Absent where the admin port is off. */
  readonly admin: AddressInfo | undefined;
  /**
   * Ends it without losing a turn: answers end their connections first, after `drain` ms no new ones are taken, and what
   * is in flight is answered until `grace` ms have passed since the call.
   */
  close(): Promise<void>;
}

/** Resolves when all snakes answer. Throws a `UsageError` with all that is wrong; then nothing is left running. */
export async function startHost({ loaded, log, env, onBug }: HostOptions): Promise<Host> {
  const { server, snakes: configs, experiments: trials, file } = loaded.config;
  const eventLoop = new EventLoopMonitor();
  const metrics = createMetrics({ version, eventLoop });
  for (const { prefix } of [...configs, ...trials]) metrics.add(prefix);
  const journal = openJournal(loaded.config.journal, createJournalEvents(log, metrics));
  const running: { close(): Promise<void> }[] = [];
  const closeAll = async () => {
    eventLoop.close();
    await Promise.all(running.map((each) => each.close()));
    await journal?.close();
  };

  try {
    const events = createHostEvents(log, metrics);
    const record = journal && ((event: JournalEvent) => journal.record(event));
    const deps = { loaded, env, events, loopDelay: () => eventLoop.delay, record, bundles: new BundleCache() };
    const { snakes, warnings } = await mountAll(deps);
    running.push(...snakes);
    const experiments = await mountExperiments(deps);
    running.push(...experiments);
    const mounts = [...snakes, ...experiments];
    await journal?.opened();
    for (const warning of [...loaded.warnings, ...warnings])
      log.warn({ warning: formatFault(warning) }, 'configuration');
    for (const { prefix, isolation } of configs) {
      if (isolation === 'inline') log.warn({ snake: prefix }, 'runs inline: if its strategy loops, every snake stops');
    }

    const life: { readiness: Readiness } = { readiness: 'starting' };
    const parts = { log, onBug, mounts, version, readiness: () => life.readiness };
    const open = async (
      app: Parameters<typeof listen>[0],
      place: { host: string; port: number },
    ): Promise<Listening> => {
      const listening = await listen(app, { ...place, source: file, log });
      running.push({ close: () => listening.close(0) });
      return listening;
    };
    const adminTerms = {
      token: server.admin === 'off' ? undefined : server.admin.token,
      extend: (routes: AppRouter) => journal && addJournalRoutes(routes, journal),
    };
    const admin =
      server.admin === 'off' ? undefined : await open(createAdmin({ ...parts, metrics, ...adminTerms }), server.admin);
    const front = await open(createApp({ ...parts, maxBody: server.maxBody }), server);
    life.readiness = 'ready';

    return {
      address: front.address,
      admin: admin?.address,
      async close() {
        life.readiness = 'draining';
        front.drain();
        await wait(server.drain);
        await front.close(Math.max(0, server.grace - server.drain));
        await closeAll();
      },
    };
  } catch (thrown) {
    await closeAll();
    throw thrown;
  }
}

function openJournal(config: HostConfig['journal'], events: JournalListener): ThreadJournal | undefined {
  return config === 'off' ? undefined : new ThreadJournal({ ...config, events });
}
