/** Middleware about the `Host` of a request, against web pages in the operator's browser. Used by the admin app. */
import type { AppMiddleware } from '../context.js';
import { HttpError } from '../http-error.js';
import { OPEN_PATHS } from './token-auth.js';

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])\.?(:\d{1,5})?$/i;

/** Throws a 400 if a request names two hosts: a proxy before this port may have used the other one. */
export const requireOneHost: AppMiddleware = ({ req }, next) => {
  if ((req.headersDistinct.host?.length ?? 0) <= 1) return next();
  throw new HttpError(400, 'several_hosts', 'the request has more than one "Host" header');
};

/**
 * Requires that `Host` names this machine, else throws a 403. This stops DNS rebinding: a web page whose name suddenly
 * resolves to 127.0.0.1. Browsers always send `Host`; a request without one passes. Other methods than GET must not
 * come from a page of another machine either, by `Origin`.
 */
export function createLoopbackHost(): AppMiddleware {
  return (ctx, next) => {
    const { host = '', origin } = ctx.req.headers;
    if (origin !== undefined && ctx.method !== 'GET' && !isLocalOrigin(origin)) {
      throw new HttpError(403, 'foreign_origin', 'a web page of another machine may not do this. Use a token.');
    }
    if (host === '' || LOOPBACK.test(host) || OPEN_PATHS.has(ctx.path)) return next();
    const named = host.slice(0, 100);
    const message = `the admin port without a token answers to "localhost" only, not to "${named}". Set "server.admin.token" to use other names.`;
    throw new HttpError(403, 'foreign_host', message);
  };
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.test(new URL(origin).host);
}
