/** Middleware that lets only callers with the token pass, and browsers that have logged in with it. */
import type { AppContext, AppMiddleware } from '../context.js';
import { HttpError } from '../http-error.js';
import { digestSecret, isSameSecret } from './secret.js';
import type { Sessions } from './sessions.js';

/** Platforms probe these without a token; they show no more than the public port does. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether a caller has sent the token. The comparison takes constant time. */
export type TokenCheck = (sent: string) => boolean;

/** Creates the check for a token. */
export function createTokenCheck(token: string): TokenCheck {
  const expected = digestSecret(token);
  return (sent) => isSameSecret(digestSecret(sent), expected);
}

/**
 * Requires `Authorization: Bearer <token>`, or a session, else throws a 401. What is not a GET must come from the page
 * itself if it comes with a session: `Origin` names the same host.
 *
 * @param opens further paths that are open to everybody.
 */
export function createAccess(isToken: TokenCheck, sessions: Sessions, opens: ReadonlySet<string>): AppMiddleware {
  return (ctx, next) => {
    if (OPEN_PATHS.has(ctx.path) || opens.has(ctx.path)) return next();
    const [, sent] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (sent !== undefined && isToken(sent)) return next();
    if (sent === undefined && sessions.has(ctx)) {
      refuseForeign(ctx);
      return next();
    }
    ctx.set('WWW-Authenticate', 'Bearer');
    const cause =
      sent === undefined ? 'Send it as "Authorization: Bearer …".' : 'The token sent is not the configured one.';
    throw new HttpError(401, 'unauthorized', `this needs the token of "server.admin". ${cause}`);
  };
}

/** Throws a 403 if another site's page sends what is not a GET. Browsers always send `Origin` with it. */
export function refuseForeign(ctx: AppContext): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const { origin = '', host } = ctx.req.headers;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new HttpError(403, 'foreign_origin', 'only the page of this host may do this in a browser. Or send the token.');
}
