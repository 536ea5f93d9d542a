/** The app on the public port: every snake under its prefix, an index of them, and health. `host.ts` makes and serves it. */
import Koa from 'koa';
import type { Mount } from '../snakes/mount.js';
import { createAccessLog } from './access-log.js';
import { createEdge, createNowhere, createOutgoingErrorListener } from './edge.js';
import { createPublicRoutes, type PublicParts } from './public-routes.js';
import { createPrefixes, tidyPath, type Prefixes } from './prefixes.js';
import { createSnakeRoutes } from './snake-routes.js';
import type { App, Layer, OnionParts, Visit, VisitState } from './visit.js';

/** What the public app is made of. */
export interface AppParts extends OnionParts, PublicParts {
  /** The snakes, each with a prefix of its own. */
  readonly mounts: readonly Mount[];
  /** Largest body taken, in bytes. */
  readonly maxBody: number;
}

/**
 * The life of a request, top to bottom. Whatever arrives is answered with JSON: never a redirect, never a 500 unless the
 * fault is ours.
 */
export function createApp(parts: AppParts): App {
  const prefixes = createPrefixes(parts.mounts);
  const app = new Koa<VisitState, Visit>();
  app.use(createEdge(parts));
  app.use(createAccessLog(parts.log));
  app.use(createMount(prefixes, createSnakeRoutes(parts.maxBody)));
  app.use(createPublicRoutes(parts));
  app.use(createNowhere((path) => prefixes.advise(path)));
  app.on('error', createOutgoingErrorListener(parts));
  return app;
}

/** Leads a request under a prefix to the routes of its snake, and lets all others pass. */
function createMount(prefixes: Prefixes, snakeRoutes: Layer): Layer {
  return (visit, next) => {
    const path = tidyPath(visit.path);
    const place = prefixes.find(path);
    visit.newRouterPath = place?.rest ?? path;
    if (place === undefined) return next();
    visit.state.mount = place.mount;
    return snakeRoutes(visit, next);
  };
}
