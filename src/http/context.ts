/** The types that the layers of the onion share: what one request carries on its way in, and how it is answered. */
import type { Router, RouterContext, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Mount } from '../snakes/mount.js';

/** What the layers leave for those further in. */
export interface AppState {
  /** The moment the request came in, on the clock of `performance.now()`, in ms. */
  at: number;
  /** The snake that the path leads to; absent outside of all prefixes. */
  mount?: Mount;
}

/** One request under way. What the router adds is typed as if always there, and is once a router was passed. */
export type AppContext = RouterContext<AppState, object>;

/** A layer of the onion. */
export type AppMiddleware = RouterMiddleware<AppState, object>;

/** Routes to which a part of the host may add its own. */
export type AppRouter = Router<AppState, object>;

/** The onion itself. */
export type App = Koa<AppState, AppContext>;

/** What both apps, the public one and the admin's, are given. */
export interface MiddlewareDeps {
  readonly log: Logger;
  /** Called with a bug of ours, after it is logged. */
  readonly onBug: (bug: unknown) => void;
  /** Looked at by `/readyz`. */
  readonly readiness: () => Readiness;
}

/** Where the host stands in its life; only `ready` wants new games. */
export type Readiness = 'starting' | 'ready' | 'draining';

/** Answers with JSON that is already text: always with a `Content-Length`. */
export function answerJson(visit: Pick<AppContext, 'res' | 'body'>, text: string): void {
  visit.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  visit.body = text;
}
