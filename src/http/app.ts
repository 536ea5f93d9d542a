/** The app on the public port: every snake under its prefix, an index of them, and health. Served by `host.ts`. */
import Koa from 'koa';
import type { MountedNow } from '../snakes/mount-table.js';
import { createAccessLog } from './access-log.js';
import type { App, AppContext, AppMiddleware, AppState, MiddlewareDeps } from './context.js';
import {
  createErrorHandler,
  createNotFound,
  createResponseErrorListener,
  type DescribeMissing,
} from './error-handler.js';
import { createLookup, type Lookup } from './lookup.js';
import { tidyPath } from './prefixes.js';
import { createPublicRoutes, type PublicRoutesDeps } from './public-routes.js';
import { createSnakeRoutes, type SnakeRoutesDeps } from './snake-routes.js';

/** What the public app is wired to. */
export interface AppDeps
  extends MiddlewareDeps, Omit<PublicRoutesDeps, 'lookup'>, Omit<SnakeRoutesDeps, 'lookup' | 'describeMissing'> {
  /** What is mounted at the moment of the call; another object after every change. */
  readonly mounts: () => MountedNow;
  /** What everybody may watch, below `/watch`; absent if nothing is. */
  readonly watch?: AppMiddleware | undefined;
}

/**
 * Creates the public app. A request passes the middleware from top to bottom.
 *
 * Every request is answered with JSON (browsers get the index as HTML), never with a redirect, and with a 500 only if
 * the host has a bug.
 */
export function createApp(deps: AppDeps): App {
  const lookup = createLookup(deps.mounts);
  const describeMissing: DescribeMissing = (path, { querystring }) =>
    `no snake at "${path}".${lookup.suggestPath(path, querystring)}`;
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps.log));
  app.use(createPrefixRouter(lookup, createSnakeRoutes({ ...deps, lookup, describeMissing })));
  if (deps.watch !== undefined) app.use(deps.watch);
  app.use(createPublicRoutes({ ...deps, lookup }));
  app.use(createNotFound(describeMissing));
  app.on('error', createResponseErrorListener(deps));
  return app;
}

/**
 * Sends a request below a prefix to the snake routes, with what it may reach in `ctx.state`. Passes all others on, and
 * those to a snake that they may not reach, as if nothing were there.
 */
function createPrefixRouter(lookup: Lookup, snakeRoutes: AppMiddleware): AppMiddleware {
  return (ctx, next) => {
    // Some engines put a path behind a URL that ends in a slash.
    if (ctx.path.includes('//')) ctx.path = tidyPath(ctx.path);
    const found = lookup.find(ctx.path, ctx.querystring);
    // One that only finishes its games shows itself to nobody.
    const isReached = found !== undefined && (found.mount !== undefined || ctx.method === 'POST');
    if (!isReached) return next();
    ctx.state.found = found;
    ctx.state.mount = found.mount;
    return snakeRoutes(ctx, next);
  };
}
