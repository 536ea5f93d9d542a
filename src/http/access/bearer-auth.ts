/** Middleware that lets only callers with the token pass, and browsers that have logged in with it. */
import type { AppContext, AppMiddleware } from '../context.js';
import { HttpError } from '../http-error.js';
import { Attempts } from '../limits/attempts.js';
import type { ClientAddresses } from '../limits/client-address.js';
import { digestSecret, isSameSecret } from './secret.js';
import type { Sessions } from './sessions.js';

/** Platforms probe these without a token; they show no more than the public port does. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Wrong tokens of one address within a minute, in headers and in logins together. */
const WRONG_TOKENS = { perAddress: 10 };

/**
 * Whether a caller has sent the token. The comparison takes constant time. Throws a 429 if the caller's address has
 * sent too many wrong ones: then the token is not looked at, since who guesses must not learn that a guess was right.
 */
export type TokenCheck = (ctx: Pick<AppContext, 'req'>, sent: string) => boolean;

/** Creates the check for a token. Right ones are not counted, and wrong ones of others lock nobody out. */
export function createTokenCheck(token: string, addresses: ClientAddresses): TokenCheck {
  const expected = digestSecret(token);
  const wrong = new Attempts(WRONG_TOKENS);
  return ({ req }, sent) => {
    const { name } = addresses.of(req);
    if (!wrong.allows(name)) {
      const message = 'too many wrong tokens. Try again in a minute.';
      throw new HttpError(429, 'too_many_requests', message, undefined, wrong.retryAfter(name));
    }
    const isRight = isSameSecret(digestSecret(sent), expected);
    if (!isRight) wrong.take(name);
    return isRight;
  };
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
    if (sent !== undefined && isToken(ctx, sent)) return next();
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
