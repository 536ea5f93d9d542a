/**
 * Shared games. The public port shows each to anybody with its link, and has nothing else; the admin port makes links,
 * lists and ends them.
 */
import { Router } from '@koa/router';
import escape from 'escape-html';
import type { JournalReader } from '../../journal/journal.js';
import { shareCardQuery, sharedGameQuery } from '../../page/queries/shared-game.js';
import type { Share, Shares } from '../../page/shares/shares.js';
import type { ShareView } from '../../views/game.js';
import type { PageInfo } from '../../views/page-info.js';
import { answerJson, type App, type AppContext, type AppRouter, type AppState, HttpError } from '../context.js';
import { createKoa, createNotFound } from '../error-handler.js';
import { findOneGame, unknownGame } from '../journal/game-query.js';
import { answerDocument, serveFile, type PageFiles } from './page-document.js';

/** The address of a link, as the caller can pass it on. */
type LinkTo = (ctx: AppContext, token: string) => string;

/** Adds `POST /api/games/:id/share`, `GET /api/shares` and `DELETE /api/shares/:token`. */
export function addShareRoutes(router: AppRouter, journal: JournalReader, shares: Shares, linkTo: LinkTo): void {
  const toView = (ctx: AppContext, { token, id, title, at }: Share): ShareView => ({
    ...{ token, id, title, at },
    link: linkTo(ctx, token),
  });
  router.post('/api/games/:id/share', async (ctx) => {
    const { id, endedAt } = await findOneGame(journal, ctx.params['id']!);
    if (endedAt === undefined) throw new HttpError(400, 'cannot_share', 'the game is not over yet. Share it then.');
    const [card, game] = await Promise.all([journal.ask(shareCardQuery, id), journal.askJson(sharedGameQuery, id)]);
    if (card === undefined || game === undefined) throw unknownGame(id);
    answerJson(ctx, JSON.stringify(toView(ctx, await shares.add(id, card, game, Date.now()))));
  });
  router.get('/api/shares', async (ctx) => {
    answerJson(ctx, JSON.stringify((await shares.list()).map((share) => toView(ctx, share))));
  });
  router.delete('/api/shares/:token', async (ctx) => {
    await shares.remove(ctx.params['token']!);
    ctx.status = 204;
  });
}

/**
 * The app below the path of shared games. Its documents have absolute addresses for other sites.
 *
 * @param linkTo the address of a link.
 */
export function createShareApp(
  deps: Parameters<typeof createKoa>[0],
  shares: Shares,
  files: PageFiles,
  info: PageInfo,
  linkTo: LinkTo,
): App {
  const router: AppRouter = new Router<AppState, object>();
  const find = async (ctx: AppContext): Promise<Share> => {
    const share = await shares.find(ctx.params['token']!);
    if (share === undefined) throw new HttpError(404, 'not_shared', NOT_SHARED);
    // A game whose link has ended is gone at once, and search engines do not make a link public.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Robots-Tag', 'noindex');
    return share;
  };
  router.get('/assets/:name', (ctx) => serveFile(ctx, files, ctx.params['name']!));
  router.get('/:token', async (ctx) => {
    const share = await find(ctx);
    answerDocument(ctx, files, info, share.title, describe(share, linkTo(ctx, share.token)));
  });
  router.get('/:token/game', async (ctx) => {
    const game = await shares.readGame(await find(ctx));
    ctx.set('Content-Encoding', 'gzip');
    ctx.type = 'application/json';
    ctx.body = game;
  });
  router.get('/:token/picture.png', async (ctx) => {
    const { picture } = await find(ctx);
    if (picture === undefined) throw new HttpError(404, 'not_shared', NOT_SHARED);
    ctx.type = 'image/png';
    ctx.body = Buffer.from(picture, 'base64');
  });
  const app = createKoa(deps);
  app.use(router.routes());
  app.use(createNotFound(() => NOT_SHARED));
  return app;
}

const NOT_SHARED = 'no game is shared under this link. It may have been ended.';

/** What other sites show of a link. */
function describe({ title, about, picture }: Share, link: string): string {
  const properties = {
    title,
    description: about,
    type: 'website',
    url: link,
    ...(picture && { image: `${link}/picture.png` }),
  };
  const tags = Object.entries(properties).map(
    ([name, value]) => `<meta property="og:${name}" content="${escape(value)}">`,
  );
  return [`<meta name="description" content="${escape(about)}">`, ...tags].join('\n');
}
