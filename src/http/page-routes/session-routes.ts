/** The login of the page: who is looking, logging in, logging out. Used by the admin port. */
import { isRecord } from '../../kind-of.js';
import type { SessionState } from '../../page/api/session.js';
import { version } from '../../version.js';
import { refuseForeign, type TokenCheck } from '../access/bearer-auth.js';
import type { Sessions } from '../access/sessions.js';
import { answerJson, type AppContext, type AppRouter } from '../context.js';
import { HttpError } from '../http-error.js';
import { readSmallBody } from './small-body.js';

export const SESSION_PATH = '/api/session';

export interface SessionDeps {
  readonly hasJournal: boolean;
  /** Absent if no token is asked for. */
  readonly isToken: TokenCheck | undefined;
  readonly sessions: Sessions;
}

/** Adds `/api/session`, which is open to everybody. */
export function addSessionRoutes(router: AppRouter, { hasJournal, isToken, sessions }: SessionDeps): void {
  const answer = (ctx: AppContext, access: SessionState['access']) => {
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, JSON.stringify({ version, page: 'admin', access, hasJournal } satisfies SessionState));
  };
  router.get(SESSION_PATH, (ctx) => {
    answer(ctx, isToken === undefined ? 'open' : sessions.has(ctx) ? 'loggedIn' : 'login');
  });
  if (isToken === undefined) return;
  router.post(SESSION_PATH, async (ctx) => {
    refuseForeign(ctx);
    const body = await readSmallBody(ctx);
    const token = isRecord(body) ? body['token'] : undefined;
    if (typeof token !== 'string') throw new HttpError(400, 'invalid_body', '"token" is not a string', '/token');
    if (!isToken(ctx, token)) throw new HttpError(401, 'wrong_token', 'This is not the token of this host.');
    sessions.open(ctx);
    answer(ctx, 'loggedIn');
  });
  router.delete(SESSION_PATH, (ctx) => {
    refuseForeign(ctx);
    sessions.close(ctx);
    answer(ctx, 'login');
  });
}
