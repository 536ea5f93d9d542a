/** Lets callers pass who know the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { HostError } from '../errors.js';
import type { AppMiddleware } from './context.js';

/** Open to all: platforms ask for these, and they tell no more than the public port does. */
const OPEN_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Expects `Authorization: Bearer …`. How long a comparison takes says nothing of the token. */
export function createBearerAuth(token: string): AppMiddleware {
  const expected = digest(token);
  return (ctx, next) => {
    if (OPEN_PATHS.has(ctx.path)) return next();
    const [, given] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    const hint = given === undefined ? 'Send it as "Authorization: Bearer …".' : 'It is another one.';
    throw new HostError(401, 'unauthorized', `this needs the token of "server.admin". ${hint}`);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
