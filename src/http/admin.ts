/** The app on the second port, for operators alone: health, metrics, and what the snakes are doing right now. */
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Metrics } from '../metrics/metrics.js';
import type { Mount } from '../snakes/mount.js';
import { didYouMean } from '../wire/customization.js';
import { createAccessLog } from './access-log.js';
import { createErrorHandler, createNotFound, createOutgoingErrorListener } from './error-handler.js';
import { addHealthRoutes } from './health.js';
import { createBearerAuth } from './bearer-auth.js';
import {
  answerJson,
  type App,
  type MiddlewareDeps,
  type AppRouter,
  type AppContext,
  type AppState,
} from './context.js';

/** What the admin app is made of. */
export interface AdminDeps extends MiddlewareDeps {
  readonly mounts: readonly Mount[];
  readonly metrics: Pick<Metrics, 'text'>;
  /** What callers have to know; absent where everybody may read. */
  readonly token?: string | undefined;
  /** Adds further routes; they are listed in the index with the rest. */
  readonly extend?: (router: AppRouter) => void;
}

/** Shares its layers with the public app, and has nothing of it that faces opponents. */
export function createAdmin(deps: AdminDeps): App {
  const router = createRouter(deps);
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps.log));
  if (deps.token !== undefined) app.use(createBearerAuth(deps.token));
  app.use(router.routes());
  app.use(createNotFound((path) => didYouMean(path, pathsOf(router))));
  app.on('error', createOutgoingErrorListener(deps));
  return app;
}

function createRouter({ mounts, metrics, readiness, extend }: AdminDeps): AppRouter {
  const router: AppRouter = new Router<AppState, object>();
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify({ name: 'serpentarium admin', paths: pathsOf(router) })));
  addHealthRoutes(router, readiness);
  router.get('/metrics', async (ctx) => {
    const { contentType, body } = await metrics.text();
    ctx.set('Content-Type', contentType);
    ctx.body = body;
  });
  router.get('/snakes', (ctx) => answerJson(ctx, JSON.stringify(mounts.map((mount) => mount.status()))));
  extend?.(router);
  return router;
}

function pathsOf(router: AppRouter): string[] {
  return [...new Set(router.stack.map((route) => String(route.path)))];
}
