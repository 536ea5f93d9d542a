/** The routes of the public port outside of all prefixes: the index of snakes, as JSON or as a page, and health. */
import { Router } from '@koa/router';
import type { Mount } from '../snakes/mount.js';
import { answerJson, type AppMiddleware, type AppState, type Readiness } from './context.js';
import type { IsReachable } from './access/key-check.js';
import { addHealthRoutes } from './health.js';
import { INDEX_PAGE_POLICY, renderIndexPage, type About, type Index } from './index-page.js';

/** What the public routes are wired to. */
export interface PublicRoutesDeps {
  readonly mounts: readonly Mount[];
  /** Version of the host, shown in the index. */
  readonly version: string;
  /** Shown in the index, by prefix. */
  readonly about?: About | undefined;
  /** Read by `/readyz`. */
  readonly readiness: () => Readiness;
}

/** Creates the routes `/`, `/healthz` and `/readyz`. */
export function createPublicRoutes(deps: PublicRoutesDeps): AppMiddleware {
  const router = new Router<AppState, object>();
  router.get('/', (ctx) => {
    const index = toIndex(deps, ctx.state.isReachable!);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return answerJson(ctx, JSON.stringify(index));
    ctx.set('Content-Security-Policy', INDEX_PAGE_POLICY);
    ctx.type = 'html';
    ctx.body = renderIndexPage(index);
  });
  addHealthRoutes(router, deps.readiness);
  return router.routes();
}

function toIndex({ mounts, version, about }: PublicRoutesDeps, isReachable: IsReachable): Index {
  const snakes = mounts.filter(isReachable).map(({ prefix, name, info }) => {
    const { color, head, tail } = info;
    return { prefix, name, color, head, tail, ...about?.get(prefix) };
  });
  return { name: 'serpentarium', version, snakes };
}
