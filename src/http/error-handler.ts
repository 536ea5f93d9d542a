/** The edges of all apps: errors become responses, requests are logged, unmatched paths are answered. */
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
  HttpError,
} from './context.js';
import { PLAIN_PAGE_POLICY, renderErrorPage } from './plain-pages.js';
import { Attempts } from './limits/per-address.js';
import { ClientAddresses } from './limits/client-address.js';

/** Longest part of a URL in a log line or a message, in characters. */
const MAX_SHOWN_URL = 200;

/** Log lines about refused requests within a minute: a client can send thousands a second. */
const REFUSAL_LINES = { perAddress: 10, all: 60 };

type ErrorDeps = Pick<MiddlewareDeps, 'log' | 'onBug' | 'onRefused'> & {
  /** Finds the client of a request, for the log (default: the connection's address). */
  readonly addresses?: ClientAddresses | undefined;
};

export type DescribeMissing = (path: string, ctx: Pick<AppContext, 'querystring'>) => string;

/** The errors that are not bugs, with their HTTP status. */
function toRefusal(thrown: unknown): HttpError | undefined {
  if (thrown instanceof HttpError) return thrown;
  if (thrown instanceof RequestError) return new HttpError(400, thrown.code, thrown.message, thrown.pointer);
  if (thrown instanceof JournalUnavailable) return new HttpError(503, 'journal_unavailable', thrown.message);
  return undefined;
}

/** Makes an app that answers every error, and logs every request at level debug. */
export function createKoa(deps: ErrorDeps): App {
  const app = new Koa<AppState, AppContext>();
  app.use(createErrorHandler(deps));
  app.use(createAccessLog(deps));
  app.on('error', (error: Error) => {
    // The response could not be sent. A client that disconnects is not a bug.
    if ('code' in error) deps.log.debug({ code: error.code }, 'connection lost');
    else reportBug(error, deps);
  });
  return app;
}

/**
 * The outermost middleware: records the time of arrival, and answers every error of inner middleware.
 *
 * A refusal is answered with its status and `{error: {code, message, at}}`. Everything else is a bug of the host: it is
 * logged, reported to `onBug`, and answered with a 500 without details. A browser gets a page instead of JSON.
 */
function createErrorHandler(deps: ErrorDeps): AppMiddleware {
  const logRefusal = createRefusalLog(deps);
  const { addresses = new ClientAddresses([]) } = deps;
  return async (ctx, next) => {
    ctx.state.arrivedAt = performance.now();
    // Node takes it from the request if a body is not read to its end.
    const { socket, headers } = ctx.req;
    try {
      requireHost(ctx);
      requirePath(ctx);
      await next();
    } catch (thrown) {
      const refusal = toRefusal(thrown);
      if (refusal !== undefined) logRefusal(ctx, refusal, addresses.of({ socket, headers }).name);
      answerError(ctx, refusal ?? reportBug(thrown, deps));
    }
  };
}

/** Logs one line when the response has been sent, so that its status is final. Free while the level is off. */
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
 * message of `describe` for the path.
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

/** Throws a 400 without a `Host`, which HTTP has required since version 1.1. */
function requireHost({ req }: AppContext): void {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return;
  throw new HttpError(400, 'missing_host', 'the request has no "Host" header');
}

/** Throws a 400 for an absolute URL that cannot be parsed; the router would throw a TypeError. */
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
 * Returns a function that counts refused requests, and logs some: `unlogged` is the number of omitted lines. Requests
 * whose client has disconnected, and requests over a limit, which are logged separately, are logged at debug.
 */
function createRefusalLog({ log, onRefused }: ErrorDeps) {
  const lines = new Attempts(REFUSAL_LINES);
  let unlogged = 0;
  return (ctx: AppContext, { status, code, pointer: at, message: reason, retryAfter }: HttpError, address: string) => {
    onRefused?.(String(status));
    const isShown = ctx.writable && retryAfter === undefined;
    if (isShown && !lines.take(address)) return void unlogged++;
    const { method, url } = ctx;
    const line = { method, url: withoutQuery(url).slice(0, MAX_SHOWN_URL), status, code, at, reason, address };
    if (!isShown) return log.debug(line, 'request refused');
    log.info(unlogged > 0 ? { ...line, unlogged } : line, 'request refused');
    unlogged = 0;
  };
}

function reportBug(bug: unknown, { log, onBug }: ErrorDeps): HttpError {
  log.error({ err: bug }, 'internal error');
  onBug(bug);
  return new HttpError(500, 'internal', 'internal error of the host; its log shows the cause');
}

function answerError(ctx: AppContext, { status, code, message, pointer, retryAfter }: HttpError): void {
  ctx.status = status;
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.vary('Accept');
  // A person has followed a link or typed an address.
  if (ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html') {
    ctx.set('Content-Security-Policy', PLAIN_PAGE_POLICY);
    ctx.type = 'html';
    ctx.body = renderErrorPage(status, message);
    return;
  }
  answerJson(ctx, JSON.stringify({ error: { code, message, at: pointer } }));
}
