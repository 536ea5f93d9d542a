/** The routes of the public port outside of all prefixes: the index of snakes, as JSON or as a page, and health. */
import { Router } from '@koa/router';
import { answerJson, type AppMiddleware, type AppState, type Readiness } from './context.js';
import { addHealthRoutes } from './health.js';
import { INDEX_PAGE_POLICY, renderIndexPage, type About, type Index } from './index-page.js';
import type { Lookup } from './lookup.js';

/** What the public routes are wired to. */
export interface PublicRoutesDeps {
  readonly lookup: Pick<Lookup, 'list'>;
  /** Version of the host, shown in the index. */
  readonly version: string;
  /** Returns what the index shows of each prefix now. */
  readonly about?: (() => About) | undefined;
  /** Read by `/readyz`. */
  readonly readiness: () => Readiness;
}

/** Creates the routes `/`, `/healthz` and `/readyz`. */
export function createPublicRoutes(deps: PublicRoutesDeps): AppMiddleware {
  const router = new Router<AppState, object>();
  router.get('/', (ctx) => {
    const index = toIndex(deps, ctx.querystring);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return answerJson(ctx, JSON.stringify(index));
    ctx.set('Content-Security-Policy', INDEX_PAGE_POLICY);
    ctx.type = 'html';
    ctx.body = renderIndexPage(index);
  });
  addHealthRoutes(router, deps.readiness);
  return router.routes();
}

function toIndex({ lookup, version, about }: PublicRoutesDeps, query: string): Index {
  const snakes = lookup.list(query).map(({ prefix, name, info }) => {
    const { color, head, tail } = info;
    return { prefix, name, color, head, tail, ...about?.().get(prefix) };
  });
  return { name: 'serpentarium', version, snakes };
}
