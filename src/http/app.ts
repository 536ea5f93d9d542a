/** The app on the public port: every snake under its prefix, an index of them, and health. `host.ts` makes and serves it. */
import Koa from 'koa';
import type { Mount } from '../snakes/mount.js';
import { createAccessLog } from './access-log.js';
import { createErrorHandler, createNotFound, createOutgoingErrorListener } from './error-handler.js';
import { createPublicRoutes, type PublicRoutesDeps } from './public-routes.js';
import { createPrefixes, tidyPath, type Prefixes } from './prefixes.js';
import { createSnakeRoutes } from './snake-routes.js';
import type { App, AppMiddleware, MiddlewareDeps, AppContext, AppState } from './context.js';

/** What the public app is made of. */
export interface AppDeps extends MiddlewareDeps, PublicRoutesDeps {
  /** The snakes, each with a prefix of its own. */
  readonly mounts: readonly Mount[];
  /** Largest body taken, in bytes. */
  readonly maxBody: number;
}

/**
 * The life of a request, top to bottom. Whatever arrives is answered with JSON: never a redirect, never a 500 unless the
 * fault is ours.
 */
export function createApp(deps: AppDeps): App {
  const prefixes = createPrefixes(deps.mounts);
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps.log));
  app.use(createMount(prefixes, createSnakeRoutes(deps.maxBody)));
  app.use(createPublicRoutes(deps));
  app.use(createNotFound((path) => prefixes.suggestPath(path)));
  app.on('error', createOutgoingErrorListener(deps));
  return app;
}

/** Leads a request under a prefix to the routes of its snake, and lets all others pass. */
function createMount(prefixes: Prefixes, snakeRoutes: AppMiddleware): AppMiddleware {
  return (ctx, next) => {
    const path = tidyPath(ctx.path);
    const place = prefixes.find(path);
    ctx.newRouterPath = place?.rest ?? path;
    if (place === undefined) return next();
    ctx.state.mount = place.mount;
    return snakeRoutes(ctx, next);
  };
}
