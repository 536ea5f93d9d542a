/** The app on the second port, for operators alone: health, metrics, and what the snakes are doing right now. */
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Metrics } from '../metrics/metrics.js';
import type { Mount } from '../snakes/mount.js';
import { didYouMean } from '../wire/customization.js';
import { createAccessLog } from './access-log.js';
import { createEdge, createNowhere, createOutgoingErrorListener } from './edge.js';
import { addHealthRoutes } from './health.js';
import { createGuard } from './token.js';
import { answerJson, type App, type OnionParts, type Routes, type Visit, type VisitState } from './visit.js';

/** What the admin app is made of. */
export interface AdminParts extends OnionParts {
  readonly mounts: readonly Mount[];
  readonly metrics: Pick<Metrics, 'text'>;
  /** What callers have to know; absent where everybody may read. */
  readonly token?: string | undefined;
  /** Adds further routes; they are listed in the index with the rest. */
  readonly extend?: (router: Routes) => void;
}

/** Shares its layers with the public app, and has nothing of it that faces opponents. */
export function createAdmin(parts: AdminParts): App {
  const router = createRouter(parts);
  const app = new Koa<VisitState, Visit>();
  app.use(createEdge(parts));
  app.use(createAccessLog(parts.log));
  if (parts.token !== undefined) app.use(createGuard(parts.token));
  app.use(router.routes());
  app.use(createNowhere((path) => didYouMean(path, pathsOf(router))));
  app.on('error', createOutgoingErrorListener(parts));
  return app;
}

function createRouter({ mounts, metrics, readiness, extend }: AdminParts): Routes {
  const router: Routes = new Router<VisitState, object>();
  router.get('/', (visit) => answerJson(visit, JSON.stringify({ name: 'serpentarium admin', paths: pathsOf(router) })));
  addHealthRoutes(router, readiness);
  router.get('/metrics', async (visit) => {
    const { contentType, body } = await metrics.text();
    visit.set('Content-Type', contentType);
    visit.body = body;
  });
  router.get('/snakes', (visit) => answerJson(visit, JSON.stringify(mounts.map((mount) => mount.status()))));
  extend?.(router);
  return router;
}

function pathsOf(router: Routes): string[] {
  return [...new Set(router.stack.map((route) => String(route.path)))];
}
