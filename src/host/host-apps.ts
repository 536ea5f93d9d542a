/** The apps of a host's two ports, each with all of its routes. Made by `host.ts`. */
import { Router } from '@koa/router';
import { Analyses } from '../page/analyses.js';
import { LocalPlay } from '../page/live/local-play.js';
import type { LoadedConfig } from '../config/read-config.js';
import { SHARE_PATH } from '../config/prefixes.js';
import type { AdminConfig } from '../config/types.js';
import { createLimitListener } from './host-events.js';
import { createAdmin } from '../http/admin.js';
import { createApp, type AppBelow } from '../http/app.js';
import type { App, AppRouter, AppState, MiddlewareDeps } from '../http/context.js';
import { describeMounts } from '../http/plain-pages.js';
import { addJournalRoutes } from '../http/journal/journal-routes.js';
import { ClientAddresses } from '../http/limits/client-address.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { addGameRoutes, addTurnRoutes, findGameSource } from '../http/page-routes/game-routes.js';
import { addLiveRoute } from '../http/page-routes/live-route.js';
import { readPageFiles, type PageFiles } from '../http/page-routes/page-document.js';
import { addJobRoutes } from '../http/page-routes/job-routes.js';
import { addPlayRoutes } from '../http/page-routes/play-routes.js';
import { addShareRoutes, createShareApp } from '../http/page-routes/share-routes.js';
import { addStudyRoutes } from '../http/page-routes/study-routes.js';
import { addViewerRoutes, ViewerSockets } from '../http/page-routes/viewer.js';
import type { ListenOptions } from '../http/server.js';
import { connectionsWithin, descriptorLimit, MAX_CONNECTIONS } from '../http/sockets/connection-limits.js';
import type { JournalProcess } from '../journal/process/journal-process.js';
import type { JournalEvent } from '../journal/journal-event.js';
import type { Metrics } from '../metrics/metrics.js';
import { Asker } from '../page/asker.js';
import { LiveFeed } from '../page/live/live-feed.js';
import { toHostView, toJournalView } from '../page/live/host-view.js';
import { Shares } from '../page/shares/shares.js';
import { startQuery } from '../page/queries/game-queries.js';
import { JournalViewerSource } from '../page/viewer/view-game.js';
import { addExperimentRoutes } from './experiment-routes.js';
import { addReloadRoute } from './report-reload.js';
import type { Reloader } from './reloader.js';
import type { Guards } from '../snakes/guards.js';
import { version } from '../version.js';
import type { PlayFrom } from '../views/live.js';

export interface HostParts extends MiddlewareDeps {
  /** The configuration that the host was started with: its ports and limits stay those. */
  readonly loaded: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reloader: Reloader;
  readonly metrics: Metrics;
  readonly guards: Guards;
  /** Absent if games are not kept. */
  readonly journal: JournalProcess | undefined;
  /** The delay of the event loop, in ms. */
  readonly loopDelay: () => number;
  /** Takes the events of all games. */
  readonly record: (event: JournalEvent) => void;
}

/** The data of the page about games: the live feed, the sockets of the official viewer, and the page's own files. */
export interface HostPage {
  readonly feed: LiveFeed;
  readonly viewers: ViewerSockets;
  readonly local: LocalPlay;
  /** Absent if no game can be shared. */
  readonly shares: Shares | undefined;
  /** Absent if games are not kept. */
  readonly analyses: Analyses | undefined;
  /** Absent if the page was not built. */
  readonly files: PageFiles | undefined;
  /** Ends all streams, whose readers reconnect automatically, the local game and the analysis. */
  close(): Promise<void>;
}

export interface PortApp extends Pick<ListenOptions, 'host' | 'port' | 'connections' | 'limits' | 'hasSockets'> {
  readonly app: App;
}

export async function createHostPage(parts: HostParts): Promise<HostPage> {
  const { loaded, reloader, journal, readiness, loopDelay, env, record, onBug } = parts;
  const viewers = new ViewerSockets();
  const feed: LiveFeed = new LiveFeed(() => {
    const [mounts, readers] = [() => reloader.mounts, () => feed.readers];
    return toHostView({ version, state: readiness, loopDelay, journal, mounts, readers });
  });
  const findStart = async ({ game, turn }: PlayFrom) => journal?.ask(startQuery, { id: game, turn });
  const local = new LocalPlay({ config: () => reloader.current.loaded.config, env, record, findStart, failed: onBug });
  const kept = loaded.config.journal;
  const analyses = kept === 'off' ? undefined : new Analyses(kept, env);
  const close = async () => {
    feed.close();
    viewers.close();
    await Promise.all([local.stop(), analyses?.close()]);
  };
  const { server } = loaded.config;
  const shares = server.share && kept !== 'off' ? new Shares(`${kept.path}.shares`) : undefined;
  return { feed, viewers, local, analyses, shares, files: await readPageFiles(), close };
}

export function createPublicPort(parts: HostParts, below: readonly AppBelow[]): PortApp {
  const { loaded, log, onBug, readiness, reloader, metrics } = parts;
  const { host, port, limits: perAddress, maxBody, trustedProxies } = loaded.config.server;
  const listener = createLimitListener(log, metrics);
  const addresses = new ClientAddresses(trustedProxies, (address) => listener.unnamedProxy(address));
  const descriptors = descriptorLimit();
  const maxConnections = connectionsWithin(descriptors);
  if (maxConnections < MAX_CONNECTIONS) log.warn({ descriptors, maxConnections }, 'few file descriptors');
  const limits = new RequestLimits(perAddress, addresses, listener);
  const app = createApp({
    log,
    onBug,
    onRefused: metrics.refused,
    addresses,
    readiness,
    mounts: () => reloader.mounts,
    version,
    about: () => describeMounts(reloader.current.loaded.config),
    limits,
    maxBody,
    below,
  });
  const isExempt = (address: string) => addresses.isExempt(address);
  const { connections, unfinished } = perAddress;
  return {
    app,
    host,
    port,
    connections: { maxConnections, perAddress: connections, unfinished, isExempt, listener },
    limits,
  };
}

export function createAdminPort(parts: HostParts, page: HostPage, admin: AdminConfig): PortApp {
  const { host, port } = admin;
  return { app: createAdminApp(parts, page, admin, ''), host, port, hasSockets: true };
}

/** What the public port serves besides the snakes: the admin app at its path, if it has one, and shared games. */
export function createAppsBelow(parts: HostParts, page: HostPage, admin: AdminConfig): AppBelow[] {
  const { path } = admin;
  const { shares, files } = page;
  const apps = path === undefined ? [] : [{ path, app: createAdminApp(parts, page, admin, path) }];
  if (shares === undefined || files === undefined) return apps;
  const { publicUrl, server } = parts.loaded.config;
  const addresses = new ClientAddresses(server.trustedProxies);
  const deps = { ...parts, onRefused: parts.metrics.refused, addresses, shares, files, publicUrl };
  return [...apps, { path: SHARE_PATH, app: createShareApp(deps) }];
}

function createAdminApp(parts: HostParts, page: HostPage, { token }: AdminConfig, base: string): App {
  const { env, reloader, journal, metrics } = parts;
  const { publicUrl, server } = parts.loaded.config;
  const mounts = () => reloader.mounts;
  const config = () => reloader.current.loaded.config;
  const router: AppRouter = new Router<AppState, object>();
  addReloadRoute(router, () => reloader.reload('POST /reload'));
  addExperimentRoutes(router, () => reloader.current.live, parts.guards, parts.loaded.config.file);
  addLiveRoute(router, page.feed, (word) => findGameSource(word, journal, page.feed));
  if (journal !== undefined) {
    addGameRoutes(router, journal);
    addJournalRoutes(router, journal, config);
    addTurnRoutes(router, journal, new Asker(config, env));
    addJobRoutes(router, journal, page.analyses!);
    addViewerRoutes(router, new JournalViewerSource(journal), page.viewers);
    if (page.shares) addShareRoutes(router, journal, page.shares);
  }
  addStudyRoutes(router, { mounts, journal });
  addPlayRoutes(router, page.local);
  return createAdmin({
    ...parts,
    base,
    onRefused: metrics.refused,
    addresses: new ClientAddresses(server.trustedProxies),
    token,
    router,
    mounts,
    journal: journal && (() => toJournalView(journal)),
    info: { canShare: page.shares !== undefined, publicUrl, publicPort: server.port },
    page: page.files,
  });
}
