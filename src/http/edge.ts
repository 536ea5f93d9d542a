/** The outermost layer and the innermost one: where every error becomes an answer, and where what no route took ends. */
import { HostError } from '../errors.js';
import { answerJson, type Layer, type OnionParts, type Visit } from './visit.js';

/** Longest piece of a URL that goes into a log line or a message. */
const SHOWN_URL = 200;

/**
 * Takes the time of arrival, then answers whatever the inner layers throw: a {@link HostError} as
 * `{error: {code, message, at}}` with its status, anything else, which is a bug of ours, as a bare 500.
 */
export function createEdge(parts: Pick<OnionParts, 'log' | 'onBug'>): Layer {
  return async (visit, next) => {
    visit.state.at = performance.now();
    try {
      requirePath(visit);
      await next();
    } catch (thrown) {
      answerError(visit, thrown instanceof HostError ? refuse(visit, thrown, parts) : confess(thrown, parts));
    }
  };
}

/**
 * For Koa's own `error` event, which tells what befell an answer on its way out. A connection that broke is nobody's
 * fault; anything else is a bug.
 */
export function createOutgoingErrorListener(parts: Pick<OnionParts, 'log' | 'onBug'>): (error: Error) => void {
  return (error) => {
    if ('code' in error) parts.log.debug({ code: error.code }, 'connection lost');
    else confess(error, parts);
  };
}

/** The innermost layer: no route took the request. 405 where another method would do, else 404. */
export function createNowhere(advise: (path: string) => string): Layer {
  return (visit) => {
    const methods = [...new Set(visit.matched?.flatMap((route) => route.methods))].sort();
    const path = visit.path.slice(0, SHOWN_URL);
    if (methods.length === 0) throw new HostError(404, 'not_found', `nothing stands at "${path}".${advise(path)}`);
    visit.set('Allow', methods.join(', '));
    throw new HostError(405, 'method_not_allowed', `"${path}" takes ${methods.join(' and ')}, not ${visit.method}`);
  };
}

/** What a client calls an absolute URL need not be one; the router would throw on it. */
function requirePath(visit: Visit): void {
  let path: unknown;
  try {
    path = visit.path;
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

function refuse(visit: Visit, error: HostError, { log }: Pick<OnionParts, 'log'>): Failure {
  const level = visit.writable ? 'info' : 'debug';
  const { method, url } = visit;
  const { status, code, at } = error;
  log[level]({ method, url: url.slice(0, SHOWN_URL), status, code, at, reason: error.message }, 'request refused');
  return error;
}

function confess(bug: unknown, { log, onBug }: Pick<OnionParts, 'log' | 'onBug'>): Failure {
  log.error({ err: bug }, 'bug in the host');
  onBug(bug);
  return { status: 500, code: 'internal', message: 'the host has failed; its log tells why' };
}

function answerError(visit: Visit, { status, code, message, at }: Failure): void {
  visit.status = status;
  answerJson(visit, JSON.stringify({ error: { code, message, at } }));
}
