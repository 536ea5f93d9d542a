/** Middleware that lets only callers with the token pass. Used by the admin app. */
import type { AppMiddleware } from '../context.js';
import { HttpError } from '../http-error.js';
import { digestSecret, isSameSecret } from './secret.js';

/** Platforms probe these without a token; they show no more than the public port does. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Requires `Authorization: Bearer <token>`, else throws a 401. The comparison takes constant time. */
export function createBearerAuth(token: string): AppMiddleware {
  const expected = digestSecret(token);
  return (ctx, next) => {
    if (OPEN_PATHS.has(ctx.path)) return next();
    const [, sent] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (sent !== undefined && isSameSecret(digestSecret(sent), expected)) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    const cause =
      sent === undefined ? 'Send it as "Authorization: Bearer …".' : 'The token sent is not the configured one.';
    throw new HttpError(401, 'unauthorized', `this needs the token of "server.admin". ${cause}`);
  };
}
