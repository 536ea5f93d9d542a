/** The app on the public port: every snake under its prefix, an index of them, and health. Served by `host.ts`. */
import Koa from 'koa';
import type { Mount } from '../snakes/mount.js';
import { createAccessLog } from './access-log.js';
import { createKeyCheck } from './access/key-check.js';
import type { App, AppContext, AppMiddleware, AppState, MiddlewareDeps } from './context.js';
import { createErrorHandler, createNotFound, createResponseErrorListener } from './error-handler.js';
import { createPrefixes, tidyPath, type Prefixes } from './prefixes.js';
import { createPublicRoutes, type PublicRoutesDeps } from './public-routes.js';
import { createSnakeRoutes, type SnakeRoutesDeps } from './snake-routes.js';

/** What the public app is wired to. */
export interface AppDeps extends MiddlewareDeps, PublicRoutesDeps, SnakeRoutesDeps {
  /** The snakes; no two share a prefix. */
  readonly mounts: readonly Mount[];
  /** The keys of those mounts that have one, by prefix. */
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Creates the public app. A request passes the middleware from top to bottom.
 *
 * Every request is answered with JSON (browsers get the index as HTML), never with a redirect, and with a 500 only if
 * the host has a bug.
 */
export function createApp(deps: AppDeps): App {
  const prefixes = createPrefixes(deps.mounts);
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps.log));
  app.use(createReach(deps.keys));
  app.use(createPrefixRouter(prefixes, createSnakeRoutes(deps)));
  app.use(createPublicRoutes(deps));
  app.use(
    createNotFound((path, { state }) => `no snake at "${path}".${prefixes.suggestPath(path, state.isReachable!)}`),
  );
  app.on('error', createResponseErrorListener(deps));
  return app;
}

/** Notes which snakes the request may reach. */
function createReach(keys: ReadonlyMap<string, string>): AppMiddleware {
  const check = createKeyCheck(keys);
  return (ctx, next) => {
    ctx.state.isReachable = check(ctx.querystring);
    return next();
  };
}

/**
 * Sends a request below a prefix to the snake routes, with the snake in `ctx.state`. Passes all others on, and those to
 * a snake that they may not reach, as if nothing were there.
 */
function createPrefixRouter(prefixes: Prefixes, snakeRoutes: AppMiddleware): AppMiddleware {
  return (ctx, next) => {
    const path = tidyPath(ctx.path);
    const match = prefixes.find(path);
    const isReached = match !== undefined && ctx.state.isReachable!(match.mount);
    ctx.newRouterPath = isReached ? match.rest : path;
    if (!isReached) return next();
    ctx.state.mount = match.mount;
    return snakeRoutes(ctx, next);
  };
}
