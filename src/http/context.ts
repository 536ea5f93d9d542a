/** The basics of both apps: Koa's types with our state, refusals, small JSON bodies and responses, health routes. */
import type { Router, RouterContext, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { readBody } from '../exchange/exchange.js';
import type { Mount } from '../snakes/mount.js';
import type { JournalView } from '../views/live.js';
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
export function addHealthRoutes(router: AppRouter, readiness: () => Readiness, journal?: () => JournalView): void {
  router.get('/healthz', (ctx) => answerJson(ctx, '{"status":"ok"}'));
  router.get('/readyz', (ctx) => {
    const status = readiness();
    ctx.status = status === 'ready' ? 200 : 503;
    const { state, ...more } = journal?.() ?? {};
    answerJson(ctx, JSON.stringify({ status, journal: state, ...more }));
  });
}

/** A request that is answered with `status` and `{error: {code, message, at}}`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 503 | 508;
  /** For programs: `invalid_json`, `not_found`. */
  readonly code: string;
  /** JSON pointer to the wrong value, sent as `at`; `''` is the whole body. */
  readonly pointer: string | undefined;
  /** When another try may succeed, in s: sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(status: HttpError['status'], code: string, message: string, pointer?: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.pointer = pointer;
    this.retryAfter = retryAfter;
  }
}

const MAX_BYTES = 8 * 1024;

/**
 * The body of a request as JSON; `undefined` if it is empty. Throws a 413 if it is too long, and a 400 if it is
 * invalid. A page of another site cannot send one: its content type must be JSON.
 */
export async function readSmallBody({ req }: AppContext): Promise<unknown> {
  const bytes = await readBody(req as AsyncIterable<Buffer>, MAX_BYTES);
  if (bytes === undefined) throw new HttpError(413, 'body_too_large', `the body has more than ${MAX_BYTES} bytes`);
  if (bytes.length === 0) return undefined;
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? ''))
    throw new HttpError(400, 'invalid_body', 'the body is not sent as application/json');
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new HttpError(400, 'invalid_json', 'the body is not JSON');
  }
}
