/** The outermost layer and the innermost one: where every error becomes an answer, and where what no route took ends. */
import { HostError } from '../errors.js';
import { answerJson, type AppMiddleware, type MiddlewareDeps, type AppContext } from './context.js';

/** Longest piece of a URL that goes into a log line or a message. */
const SHOWN_URL = 200;

/**
 * Takes the time of arrival, then answers whatever the inner layers throw: a {@link HostError} as
 * `{error: {code, message, at}}` with its status, anything else, which is a bug of ours, as a bare 500.
 */
export function createErrorHandler(parts: Pick<MiddlewareDeps, 'log' | 'onBug'>): AppMiddleware {
  return async (ctx, next) => {
    ctx.state.at = performance.now();
    try {
      requirePath(ctx);
      await next();
    } catch (thrown) {
      answerError(ctx, thrown instanceof HostError ? refuse(ctx, thrown, parts) : confess(thrown, parts));
    }
  };
}

/**
 * For Koa's own `error` event, which tells what befell an answer on its way out. A connection that broke is nobody's
 * fault; anything else is a bug.
 */
export function createOutgoingErrorListener(parts: Pick<MiddlewareDeps, 'log' | 'onBug'>): (error: Error) => void {
  return (error) => {
    if ('code' in error) parts.log.debug({ code: error.code }, 'connection lost');
    else confess(error, parts);
  };
}

/** The innermost layer: no route took the request. 405 where another method would do, else 404. */
export function createNotFound(advise: (path: string) => string): AppMiddleware {
  return (ctx) => {
    const methods = [...new Set(ctx.matched?.flatMap((route) => route.methods))].sort();
    const path = ctx.path.slice(0, SHOWN_URL);
    if (methods.length === 0) throw new HostError(404, 'not_found', `nothing stands at "${path}".${advise(path)}`);
    ctx.set('Allow', methods.join(', '));
    throw new HostError(405, 'method_not_allowed', `"${path}" takes ${methods.join(' and ')}, not ${ctx.method}`);
  };
}

/** What a client calls an absolute URL need not be one; the router would throw on it. */
function requirePath(ctx: AppContext): void {
  let path: unknown;
  try {
    path = ctx.path;
  } catch {
    path = null;
  }
  if (typeof path !== 'string') throw new HostError(400, 'invalid_url', 'the URL cannot be read');
}

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly at?: string | undefined;
}

function refuse(ctx: AppContext, error: HostError, { log }: Pick<MiddlewareDeps, 'log'>): Failure {
  const level = ctx.writable ? 'info' : 'debug';
  const { method, url } = ctx;
  const { status, code, at } = error;
  log[level]({ method, url: url.slice(0, SHOWN_URL), status, code, at, reason: error.message }, 'request refused');
  return error;
}

function confess(bug: unknown, { log, onBug }: Pick<MiddlewareDeps, 'log' | 'onBug'>): Failure {
  log.error({ err: bug }, 'bug in the host');
  onBug(bug);
  return { status: 500, code: 'internal', message: 'the host has failed; its log tells why' };
}

function answerError(ctx: AppContext, { status, code, message, at }: Failure): void {
  ctx.status = status;
  answerJson(ctx, JSON.stringify({ error: { code, message, at } }));
}
