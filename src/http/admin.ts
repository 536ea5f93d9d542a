/**
 * The app on the admin port, for operators: health, metrics, and the present state of the snakes. Served by `host.ts`.
 */
import { didYouMean } from '../errors/did-you-mean.js';
import type { Metrics } from '../metrics/metrics.js';
import type { MountedNow, MountVersion } from '../snakes/mount-table.js';
import type { JournalView } from '../views/live.js';
import type { PageInfo } from '../views/page-info.js';
import { version } from '../version.js';
import { createLoopbackHost, requireOneHost, createTokenAuth } from './access/admin-access.js';
import { compressAnswers } from './compress.js';
import {
  answerJson,
  addHealthRoutes,
  type App,
  type AppMiddleware,
  type AppRouter,
  type MiddlewareDeps,
} from './context.js';
import { createKoa, createNotFound } from './error-handler.js';
import { ClientAddresses } from './limits/client-address.js';
import { createPageRoutes, type PageFiles } from './page-routes/page-document.js';

export interface AdminDeps extends MiddlewareDeps {
  readonly mounts: () => MountedNow;
  readonly metrics: Pick<Metrics, 'text'>;
  /** The token that callers must send; absent if all of this machine may read. */
  readonly token?: string | undefined;
  /** Finds the client of a wrong token (default: the connection's address). */
  readonly addresses?: ClientAddresses;
  /** For `/readyz`. Absent if no games are recorded. */
  readonly journal?: (() => JournalView) | undefined;
  /** Its path on the public port; empty on its own port. */
  readonly base: string;
  /** What the page knows of the public port. */
  readonly info?: Pick<PageInfo, 'canShare' | 'publicUrl' | 'publicPort'>;
  /** The page for browsers; absent if it was not built. */
  readonly page?: PageFiles | undefined;
  /** Further routes of this host; the index lists them with the others. */
  readonly router: AppRouter;
}

/**
 * Creates the admin app. It has the middleware of the public app. Callers need the token; without one, they must
 * address this machine by a local name.
 */
export function createAdmin(deps: AdminDeps): App {
  const { router, token, base, journal, page: files, addresses = new ClientAddresses([]) } = deps;
  addStatusRoutes(router, deps);
  const app = createKoa(deps);
  app.use(requireOneHost);
  const lockedOut = (address: string): void => deps.log.warn({ address }, 'too many wrong tokens: address locked out');
  app.use(token === undefined ? createLoopbackHost() : createTokenAuth(token, addresses, lockedOut));
  app.use(createActionLog(deps, addresses));
  app.use(compressAnswers());
  const info = {
    version,
    base,
    page: 'admin',
    hasJournal: journal !== undefined,
    hasToken: token !== undefined,
    ...deps.info,
  } as const;
  if (files !== undefined) app.use(createPageRoutes(files, info));
  app.use(router.routes());
  app.use(createNotFound((path) => `nothing is served at "${path}".${didYouMean(path, pathsOf(router))}`));
  return app;
}

/** Logs who has changed something: who reloaded, who started a game. */
function createActionLog({ log }: Pick<AdminDeps, 'log'>, addresses: ClientAddresses): AppMiddleware {
  return async (ctx, next) => {
    await next();
    const { method, path, status } = ctx;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
    log.info({ method, path, status, address: addresses.of(ctx.req).name }, 'admin action');
  };
}

function addStatusRoutes(router: AppRouter, { mounts, metrics, readiness, journal }: AdminDeps): void {
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify({ name: 'serpentarium admin', paths: pathsOf(router) })));
  addHealthRoutes(router, readiness, journal);
  router.get('/metrics', async (ctx) => {
    const { contentType, body } = await metrics.text();
    ctx.set('Content-Type', contentType);
    ctx.body = body;
  });
  router.get('/snakes', (ctx) => {
    const { present, retired } = mounts();
    const all = [...present.map((one) => describe(one, false)), ...retired.map((one) => describe(one, true))];
    answerJson(ctx, JSON.stringify(all));
  });
}

/** `isRetired`: it only finishes its games. */
function describe(served: MountVersion, isRetired: boolean) {
  const { color } = served.mount.info;
  return { ...served.mount.status(), ...(color !== undefined && { color }), version: served.version, isRetired };
}

function pathsOf(router: AppRouter): string[] {
  return [...new Set(router.stack.map((route) => String(route.path)))].sort();
}
