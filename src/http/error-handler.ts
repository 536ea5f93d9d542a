/**
 * What all apps begin and end with: errors become responses, requests are logged, unmatched paths are answered.
 */
import Koa from 'koa';
import { JournalUnavailable } from '../journal/is-unavailable.js';
import { RequestError } from '../wire/reader.js';
import { withoutQuery } from './access/key-check.js';
import {
  answerJson,
  type App,
  type AppContext,
  type AppMiddleware,
  type AppState,
  type MiddlewareDeps,
} from './context.js';
import { HttpError } from './http-error.js';
import { PLAIN_PAGE_POLICY, renderErrorPage } from './plain-page.js';
import { Attempts } from './limits/attempts.js';
import { addressOfConnection } from './limits/client-address.js';

/** Longest part of a URL in a log line or a message, in characters. */
const MAX_SHOWN_URL = 200;

/** Lines about refused requests within a minute: a stranger can send thousands a second. */
const REFUSAL_LINES = { perAddress: 10, all: 60 };

type ErrorDeps = Pick<MiddlewareDeps, 'log' | 'onBug' | 'onRefused'>;

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly pointer?: string | undefined;
  readonly retryAfter?: number | undefined;
}

export type DescribeMissing = (path: string, ctx: Pick<AppContext, 'querystring'>) => string;

/** Every class of error that is not a bug, with its HTTP status. */
function toRefusal(thrown: unknown): Failure | undefined {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof RequestError) {
    return { status: 400, code: thrown.code, message: thrown.message, pointer: thrown.pointer };
  }
  if (thrown instanceof JournalUnavailable) {
    return { status: 503, code: 'journal_unavailable', message: thrown.message };
  }
  return undefined;
}

/** Makes an app that answers every error, and logs every request at level debug. */
export function createKoa(deps: ErrorDeps): App {
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps));
  app.on('error', (error: Error) => {
    // The response could not be sent. That a client has gone is not a bug.
    if ('code' in error) deps.log.debug({ code: error.code }, 'connection lost');
    else reportBug(error, deps);
  });
  return app;
}

/**
 * The outermost middleware: notes the time of arrival, then answers whatever inner middleware throws.
 *
 * A refusal is answered with its status and `{error: {code, message, at}}`. Everything else is a bug of the host: it is
 * logged, reported to `onBug`, and answered with a 500 that shows nothing of it. A browser gets a page instead of JSON.
 */
function createErrorHandler(deps: ErrorDeps): AppMiddleware {
  const logRefusal = createRefusalLog(deps);
  return async (ctx, next) => {
    ctx.state.arrivedAt = performance.now();
    // Node takes it from the request if a body is not read to its end.
    const { socket } = ctx.req;
    try {
      requireHost(ctx);
      requirePath(ctx);
      await next();
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal !== undefined) logRefusal(ctx, refusal, addressOfConnection({ socket }));
      answerError(ctx, refusal ?? reportBug(thrown, deps));
    }
  };
}

/** Logs one line when the response has been sent, so that its status is final. Costs nothing while the level is off. */
function createAccessLog({ log }: ErrorDeps): AppMiddleware {
  return (ctx, next) => {
    if (log.isLevelEnabled('debug')) {
      ctx.res.once('close', () => {
        const { method, status, state } = ctx;
        const url = withoutQuery(ctx.url);
        const took = Math.round((performance.now() - state.arrivedAt) * 1000) / 1000;
        log.debug({ method, url, status, took, snake: state.mount?.prefix }, 'request');
      });
    }
    return next();
  };
}

/**
 * The innermost middleware: no route matched. Throws a 405 if the path exists for another method, else a 404 with the
 * message that `describe` makes of the path.
 */
export function createNotFound(describe: DescribeMissing): AppMiddleware {
  return (ctx) => {
    const methods = [...new Set(ctx.matched?.flatMap((route) => route.methods))].sort();
    if (methods.length === 0) throw toNotFound(ctx, describe);
    refuseMethod(ctx, methods);
  };
}

export function refuseMethod(ctx: AppContext, methods: readonly string[]): never {
  ctx.set('Allow', methods.join(', '));
  const message = `"${shownPath(ctx)}" takes ${methods.join(' and ')}, not ${ctx.method}`;
  throw new HttpError(405, 'method_not_allowed', message);
}

export function toNotFound(ctx: Pick<AppContext, 'path' | 'querystring'>, describe: DescribeMissing): HttpError {
  return new HttpError(404, 'not_found', describe(shownPath(ctx), ctx));
}

function shownPath({ path }: Pick<AppContext, 'path'>): string {
  return withoutQuery(path).slice(0, MAX_SHOWN_URL);
}

/** Throws a 400 if the client names no host, which HTTP has required since version 1.1. */
function requireHost({ req }: AppContext): void {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return;
  throw new HttpError(400, 'missing_host', 'the request has no "Host" header');
}

/** Throws a 400 if the client sent an absolute URL that cannot be parsed; the router would throw a TypeError. */
function requirePath(ctx: AppContext): void {
  let path: unknown;
  try {
    path = ctx.path;
  } catch {
    path = null;
  }
  if (typeof path !== 'string') throw new HttpError(400, 'invalid_url', 'the URL cannot be read');
}

/**
 * Returns what counts refused requests, and logs some: `unlogged` says how many were not since the last line. Those
 * whose client has gone, so that nobody reads the response, and those that a limit refused, which are logged apart, are
 * logged at debug.
 */
function createRefusalLog({ log, onRefused }: ErrorDeps) {
  const lines = new Attempts(REFUSAL_LINES);
  let unlogged = 0;
  return (ctx: AppContext, { status, code, pointer: at, message: reason, retryAfter }: Failure, address: string) => {
    onRefused?.(String(status));
    const isShown = ctx.writable && retryAfter === undefined;
    if (isShown && !lines.take(address)) return void unlogged++;
    const { method, url } = ctx;
    const line = { method, url: withoutQuery(url).slice(0, MAX_SHOWN_URL), status, code, at, reason };
    if (!isShown) return log.debug(line, 'request refused');
    log.info(unlogged > 0 ? { ...line, unlogged } : line, 'request refused');
    unlogged = 0;
  };
}

function reportBug(bug: unknown, { log, onBug }: ErrorDeps): Failure {
  log.error({ err: bug }, 'internal error');
  onBug(bug);
  return { status: 500, code: 'internal', message: 'internal error of the host; its log shows the cause' };
}

function answerError(ctx: AppContext, { status, code, message, pointer, retryAfter }: Failure): void {
  ctx.status = status;
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.vary('Accept');
  // Somebody has followed a link, or has typed an address.
  if (ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html') {
    ctx.set('Content-Security-Policy', PLAIN_PAGE_POLICY);
    ctx.type = 'html';
    ctx.body = renderErrorPage(status, message);
    return;
  }
  answerJson(ctx, JSON.stringify({ error: { code, message, at: pointer } }));
}
