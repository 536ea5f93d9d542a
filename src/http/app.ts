/** The app on the public port: every snake under its prefix, an index of them, and health. Served by `host.ts`. */
import Koa from 'koa';
import type { Mount } from '../snakes/mount.js';
import { createAccessLog } from './access-log.js';
import type { App, AppContext, AppMiddleware, AppState, MiddlewareDeps } from './context.js';
import { createErrorHandler, createNotFound, createResponseErrorListener } from './error-handler.js';
import { createPrefixes, tidyPath, type Prefixes } from './prefixes.js';
import { createPublicRoutes, type PublicRoutesDeps } from './public-routes.js';
import { createSnakeRoutes } from './snake-routes.js';

/** What the public app is wired to. */
export interface AppDeps extends MiddlewareDeps, PublicRoutesDeps {
  /** The snakes; no two share a prefix. */
  readonly mounts: readonly Mount[];
  /** Largest body accepted, in bytes. */
  readonly maxBody: number;
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
  app.use(createPrefixRouter(prefixes, createSnakeRoutes(deps.maxBody)));
  app.use(createPublicRoutes(deps));
  app.use(createNotFound((path) => `no snake at "${path}".${prefixes.suggestPath(path)}`));
  app.on('error', createResponseErrorListener(deps));
  return app;
}

/** Sends a request below a prefix to the snake routes, with the snake in `ctx.state`; passes all others on. */
function createPrefixRouter(prefixes: Prefixes, snakeRoutes: AppMiddleware): AppMiddleware {
  return (ctx, next) => {
    const path = tidyPath(ctx.path);
    const match = prefixes.find(path);
    ctx.newRouterPath = match?.rest ?? path;
    if (match === undefined) return next();
    ctx.state.mount = match.mount;
    return snakeRoutes(ctx, next);
  };
}
