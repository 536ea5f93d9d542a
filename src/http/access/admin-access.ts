/**
 * Who may use the admin port: with a token, callers that send it, programs as Bearer and browsers as Basic; without
 * one, this machine, under a local name.
 */
import { type AppContext, type AppMiddleware, HttpError } from '../context.js';
import { Attempts } from '../limits/per-address.js';
import type { ClientAddresses } from '../limits/client-address.js';
import { digestSecret, isSameSecret } from './key-check.js';

/** Platforms probe these without a token; they show no more than the public port does. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Wrong tokens of one address within a minute. */
const WRONG_TOKENS = { perAddress: 10 };

/** Some browsers show the realm in their prompt. */
const CHALLENGES = ['Basic realm="serpentarium: the token is the password, with any name", charset="UTF-8"', 'Bearer'];
const WAYS = 'Send it as the password with any user name, or as "Authorization: Bearer …".';

/**
 * Requires the token as `Authorization: Bearer <token>`, or as the password of `Basic` with any user name; else throws
 * a 401. The comparison takes constant time. After too many wrong tokens of one address, throws a 429 without comparing
 * the token, so that a right guess does not show.
 *
 * @param addresses finds the client. Right tokens are not counted, and wrong tokens lock out their own address only.
 * @param lockedOut called with an address whose next token is refused unseen.
 */
export function createTokenAuth(
  token: string,
  addresses: ClientAddresses,
  lockedOut: (address: string) => void = () => undefined,
): AppMiddleware {
  const expected = digestSecret(token);
  const wrong = new Attempts(WRONG_TOKENS);
  return (ctx, next) => {
    if (OPEN_PATHS.has(ctx.path)) return next();
    const sent = readToken(ctx.get('Authorization'));
    if (sent === undefined) throw refusal(ctx, WAYS);
    if (sent.scheme === 'basic') refuseForeign(ctx);
    const { name } = addresses.of(ctx.req);
    if (!wrong.allows(name)) {
      const seconds = wrong.retryAfter(name);
      const message = `too many wrong tokens. Try again in ${seconds} s.`;
      throw new HttpError(429, 'too_many_requests', message, undefined, seconds);
    }
    if (isSameSecret(digestSecret(sent.token), expected)) return next();
    wrong.take(name);
    if (!wrong.allows(name)) lockedOut(name);
    throw refusal(ctx, 'The token sent is not the configured one.');
  };
}

/** The token of the header. A user name without a password is an empty token. */
function readToken(header: string): { readonly scheme: 'basic' | 'bearer'; readonly token: string } | undefined {
  const [, word, value] = /^(Basic|Bearer) +(.+)$/i.exec(header) ?? [];
  if (word === undefined || value === undefined) return undefined;
  if (word.toLowerCase() === 'bearer') return { scheme: 'bearer', token: value };
  const text = Buffer.from(value, 'base64').toString('utf8');
  return { scheme: 'basic', token: /:(.*)$/s.exec(text)?.[1] ?? '' };
}

function refusal(ctx: AppContext, hint: string): HttpError {
  ctx.set('WWW-Authenticate', CHALLENGES);
  return new HttpError(401, 'unauthorized', `this needs the token of "server.admin". ${hint}`);
}

/**
 * Throws a 403 for requests from another site's page: a browser adds the password to them as well. Links to this host
 * and images on it pass, since they can neither read nor change anything.
 */
function refuseForeign(ctx: AppContext): void {
  if (isOwnPage(ctx)) return;
  throw new HttpError(
    403,
    'foreign_origin',
    'only the page of this host may do this with a password. Send the token as "Authorization: Bearer …".',
  );
}

/**
 * Browsers send `Sec-Fetch-Site` over HTTPS and to this machine. They send `Origin` everywhere: with WebSockets, with
 * requests other than GET, and when a script of another site wants to read the answer.
 */
function isOwnPage({ method, req }: AppContext): boolean {
  const { origin, host, 'sec-fetch-site': site } = req.headers;
  if (site === 'same-origin') return true;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return method === 'GET' || method === 'HEAD' || site === undefined || site === 'none';
}

/**
 * Throws a 403 for a script of another site, also if it cannot read the answer: the live streams of an address are
 * limited, and it could use up all of them.
 */
export function refuseForeignSite(ctx: AppContext): void {
  const site = ctx.req.headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnPage(ctx) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new HttpError(403, 'foreign_origin', 'only the page of this host may open a live stream.');
}

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
