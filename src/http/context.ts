/** The basics of both apps: Koa's types with our state, responses, and the health routes. */
import type { Router, RouterContext, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Mount } from '../snakes/mount.js';
import type { Found } from './lookup.js';

/** `ctx.state`: passed from outer to inner middleware. */
export interface AppState {
  /** When the request arrived, in ms on the clock of `performance.now()`. Set by the error handler. */
  arrivedAt: number;
  /** The snake that the path belongs to; absent outside of all prefixes. */
  mount?: Mount | undefined;
  /** All mounts that the path may belong to, as of its arrival; absent outside of all prefixes. */
  found?: Found | undefined;
}

/** One request and its response. Fields that the router adds exist only behind a router. */
export type AppContext = RouterContext<AppState, object>;

export type AppMiddleware = RouterMiddleware<AppState, object>;

export type AppRouter = Router<AppState, object>;

export type App = Koa<AppState, AppContext>;

export interface MiddlewareDeps {
  readonly log: Logger;
  /** Called with a bug of the host after it has been logged. */
  readonly onBug: (bug: unknown) => void;
  readonly onRefused?: ((status: string) => void) | undefined;
  readonly readiness: () => Readiness;
}

/** The state of the host. Only a `ready` host accepts new games. */
export type Readiness = 'starting' | 'ready' | 'draining';

/** Answers with JSON that is already a string; Koa then sends a `Content-Length`. */
export function answerJson(ctx: Pick<AppContext, 'res' | 'body'>, json: string): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = json;
}

/**
 * Adds `/healthz`, which answers 200 while the process lives, and `/readyz`: 200 when it accepts new games, else 503.
 * `journal` is its status, which never decides readiness, since games are played without a journal, too.
 */
export function addHealthRoutes(router: AppRouter, readiness: () => Readiness, journal?: () => string): void {
  router.get('/healthz', (ctx) => answerJson(ctx, '{"status":"ok"}'));
  router.get('/readyz', (ctx) => {
    const status = readiness();
    ctx.status = status === 'ready' ? 200 : 503;
    answerJson(ctx, JSON.stringify({ status, journal: journal?.() }));
  });
}
