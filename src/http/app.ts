/** The app on the public port: every snake under its prefix, an index of them, and health. Served by `host.ts`. */
import { Router } from '@koa/router';
import type { MountedNow } from '../snakes/mount-table.js';
import {
  answerJson,
  addHealthRoutes,
  type App,
  type AppMiddleware,
  type AppState,
  type MiddlewareDeps,
} from './context.js';
import { createKoa, createNotFound, type DescribeMissing } from './error-handler.js';
import { renderIndexPage, type About, type Index, PLAIN_PAGE_POLICY } from './plain-pages.js';
import type { ClientAddresses } from './limits/client-address.js';
import { createLookup, tidyPath, type Lookup } from './lookup.js';
import { createSnakeRoutes, type SnakeRoutesDeps } from './snake-routes.js';

/** An app that is served below a path of the public port. */
export interface AppBelow {
  readonly path: string;
  readonly app: App;
}

export interface AppDeps extends MiddlewareDeps, Omit<SnakeRoutesDeps, 'lookup' | 'describeMissing'> {
  readonly below?: readonly AppBelow[] | undefined;
  /** Finds the client of a refused request, for the log (default: the connection's address). */
  readonly addresses?: ClientAddresses | undefined;
  readonly version: string;
  readonly about?: (() => About) | undefined;
  /** The present mounts; another object after every change. */
  readonly mounts: () => MountedNow;
}

/**
 * Creates the public app. A request passes the middleware from top to bottom.
 *
 * Programs get JSON, browsers a page where there is one. There are no redirects, and a 500 is always a bug of the host.
 */
export function createApp(deps: AppDeps): App {
  const lookup = createLookup(deps.mounts);
  const describeMissing: DescribeMissing = (path, { querystring }) =>
    `no snake at "${path}".${lookup.suggestPath(path, querystring)}`;
  const app = createKoa(deps);
  for (const below of deps.below ?? []) app.use(createBelow(below, deps.limits));
  app.use(createPrefixRouter(lookup, createSnakeRoutes({ ...deps, lookup, describeMissing })));
  app.use(async (ctx, next) => {
    await deps.limits.admit(ctx.req);
    return next();
  });
  app.use(createPublicRoutes(deps, lookup));
  app.use(createNotFound(describeMissing));
  return app;
}

/** Passes requests below a path, within the limits, to its app, which sees the rest of the path and always answers. */
function createBelow({ path, app }: AppBelow, limits: AppDeps['limits']): AppMiddleware {
  const answer = app.callback();
  return async (ctx, next) => {
    if (ctx.path !== path && !ctx.path.startsWith(`${path}/`)) return next();
    await limits.admit(ctx.req);
    ctx.respond = false;
    // Of the path alone: a request may name an absolute URL.
    ctx.req.url = ctx.path.slice(path.length).replace(/^(?!\/)/, '/') + ctx.search;
    return answer(ctx.req, ctx.res);
  };
}

/**
 * Passes a request below a prefix to the snake routes, with the reachable mounts in `ctx.state`. Passes all others on,
 * and requests to an unreachable snake as if it did not exist.
 */
function createPrefixRouter(lookup: Lookup, snakeRoutes: AppMiddleware): AppMiddleware {
  return (ctx, next) => {
    // Some engines append a path to a URL that ends in a slash.
    if (ctx.path.includes('//')) ctx.path = tidyPath(ctx.path);
    const found = lookup.find(ctx.path, ctx.querystring);
    // A retired snake answers only the POSTs of games that it has.
    const isReached = found !== undefined && (found.mount !== undefined || ctx.method === 'POST');
    if (!isReached) return next();
    ctx.state.found = found;
    ctx.state.mount = found.mount;
    return snakeRoutes(ctx, next);
  };
}

function createPublicRoutes(deps: AppDeps, lookup: Lookup): AppMiddleware {
  const router = new Router<AppState, object>();
  router.get('/', (ctx) => {
    const index = toIndex(deps, lookup, ctx.querystring);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return answerJson(ctx, JSON.stringify(index));
    ctx.set('Content-Security-Policy', PLAIN_PAGE_POLICY);
    ctx.type = 'html';
    ctx.body = renderIndexPage(index);
  });
  addHealthRoutes(router, deps.readiness);
  return router.routes();
}

function toIndex({ version, about }: AppDeps, lookup: Lookup, query: string): Index {
  const snakes = lookup.list(query).map(({ prefix, name, info }) => {
    const { color, head, tail } = info;
    return { prefix, name, color, head, tail, ...about?.().get(prefix) };
  });
  return { name: 'serpentarium', version, snakes };
}
