/**
 * The app on the admin port, for operators: health, metrics, and what the snakes are doing now. Served by `host.ts`.
 */
import { didYouMean } from '../did-you-mean.js';
import type { Metrics } from '../metrics/metrics.js';
import type { MountedNow, MountVersion } from '../snakes/mount-table.js';
import { createAccess, createTokenCheck } from './access/bearer-auth.js';
import { Sessions } from './access/sessions.js';
import { createLoopbackHost, requireOneHost } from './access/loopback-host.js';
import { answerJson, addHealthRoutes, type App, type AppRouter, type MiddlewareDeps } from './context.js';
import { createKoa, createNotFound } from './error-handler.js';
import { ClientAddresses } from './limits/client-address.js';
import { createPageRoutes, type PageFiles } from './page-routes/page-document.js';
import { addSessionRoutes, SESSION_PATH } from './page-routes/session-routes.js';

export interface AdminDeps extends MiddlewareDeps {
  readonly mounts: () => MountedNow;
  readonly metrics: Pick<Metrics, 'text'>;
  /** The bearer token that callers must send; absent if everybody on this machine may read. */
  readonly token?: string | undefined;
  /** Whose wrong token it is; by default that of the connection. */
  readonly addresses?: ClientAddresses;
  /** How the journal does, in a word: `/readyz` says it. Absent if no games are kept. */
  readonly journal?: (() => string) | undefined;
  /** The page for browsers; absent if it was not built. */
  readonly page?: PageFiles | undefined;
  /** The routes of what this host has besides; the index lists them with the others. */
  readonly router: AppRouter;
}

/**
 * Creates the admin app. It has the middleware of the public app. Callers need the token, or, if there is none, must
 * address it as this machine.
 */
export function createAdmin(deps: AdminDeps): App {
  const isToken =
    deps.token === undefined ? undefined : createTokenCheck(deps.token, deps.addresses ?? new ClientAddresses([]));
  const sessions = new Sessions();
  const { router } = deps;
  addStatusRoutes(router, deps);
  addSessionRoutes(router, { hasJournal: deps.journal !== undefined, isToken, sessions });
  const app = createKoa(deps);
  const page = deps.page && createPageRoutes(deps.page);
  app.use(requireOneHost);
  if (deps.token === undefined) app.use(createLoopbackHost());
  // The page holds no secrets, and a browser needs it to log in.
  if (page !== undefined) app.use(page);
  if (isToken !== undefined) app.use(createAccess(isToken, sessions, new Set([SESSION_PATH])));
  app.use(router.routes());
  app.use(createNotFound((path) => `nothing is served at "${path}".${didYouMean(path, pathsOf(router))}`));
  return app;
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
function describe({ mount, version }: MountVersion, isRetired: boolean) {
  return { ...mount.status(), version, isRetired };
}

function pathsOf(router: AppRouter): string[] {
  return [...new Set(router.stack.map((route) => String(route.path)))].sort();
}
