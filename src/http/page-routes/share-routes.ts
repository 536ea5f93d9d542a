/**
 * Shared games. The public port shows each to anybody with its link, and has nothing else; the admin port makes links,
 * lists and ends them.
 */
import { Router } from '@koa/router';
import escape from 'escape-html';
import { SHARE_PATH } from '../../config/prefixes.js';
import { diskReason } from '../../config/read-text.js';
import type { JournalReader } from '../../journal/journal.js';
import { shareQuery } from '../../page/queries/shared-game.js';
import type { Shares, ShareRow } from '../../page/shares/shares.js';
import type { ShareView } from '../../views/game.js';
import { version } from '../../version.js';
import type { AdminDeps } from '../admin.js';
import { answerJson, type App, type AppContext, type AppRouter, type AppState, HttpError } from '../context.js';
import { createKoa, createNotFound } from '../error-handler.js';
import { findOneGame, unknownGame } from '../journal/game-query.js';
import { renderDocument, secure, serveFile, type PageFiles } from './page-document.js';

function toView({ token, id, title, at }: ShareRow): ShareView {
  return { token, id, title, at };
}

/** Adds `POST /api/games/:id/share`, `GET /api/shares` and `DELETE /api/shares/:token`. */
export function addShareRoutes(router: AppRouter, journal: JournalReader, shares: Shares): void {
  router.post('/api/games/:id/share', async (ctx) => {
    const { id, endedAt } = await findOneGame(journal, ctx.params['id']!);
    if (endedAt === undefined) throw new HttpError(400, 'cannot_share', 'the game is not over yet. Share it then.');
    const kept = await journal.ask(shareQuery, id);
    if (kept === undefined) throw unknownGame(id);
    const share = await shares.add(id, kept.card, kept.game, Date.now()).catch((thrown: unknown) => {
      throw new HttpError(503, 'cannot_share', `the link cannot be written: ${diskReason(thrown)}.`);
    });
    answerJson(ctx, JSON.stringify(toView(share)));
  });
  router.get('/api/shares', async (ctx) => answerJson(ctx, JSON.stringify((await shares.list()).map(toView))));
  router.delete('/api/shares/:token', async (ctx) => {
    await shares.remove(ctx.params['token']!);
    ctx.status = 204;
  });
}

interface ShareDeps extends Pick<AdminDeps, 'log' | 'onBug' | 'onRefused' | 'addresses'> {
  readonly shares: Shares;
  readonly files: PageFiles;
  /** Where strangers reach the host (default: as the request names it). */
  readonly publicUrl: string | undefined;
}

const NOT_SHARED = 'no game is shared under this link. It may have been ended.';

/** The app below the path of shared games. */
export function createShareApp({ shares, files, publicUrl, ...deps }: ShareDeps): App {
  const base = (publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')) + SHARE_PATH;
  const info = { version, base, page: 'share', hasJournal: true, hasToken: true } as const;
  const router: AppRouter = new Router<AppState, object>();
  /** Sends what `show` makes of a link. No cache keeps it longer than the link, and search engines do not list it. */
  const add = (path: string, type: string, show: (share: ShareRow, ctx: AppContext) => unknown): void => {
    router.get(path, async (ctx) => {
      const share = await shares.find(ctx.params['token']!);
      const shown = share && (await show(share, ctx));
      if (shown === undefined) throw new HttpError(404, 'not_shared', NOT_SHARED);
      ctx.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
      ctx.type = type;
      ctx.body = shown;
    });
  };
  router.get('/assets/:name', (ctx) => serveFile(ctx, files, ctx.params['name']!));
  add('/:token', 'html', (share, ctx) => {
    secure(ctx);
    // Other sites need an absolute address.
    const link = `${publicUrl ?? `${ctx.protocol}://${ctx.host}`}${SHARE_PATH}/${share.token}`;
    return renderDocument(files, info, share.title, describe(share, link));
  });
  add('/:token/game', 'json', async (share, ctx) => {
    const game = await shares.readGame(share);
    if (game !== undefined) ctx.set('Content-Encoding', 'gzip');
    return game;
  });
  add('/:token/picture.png', 'png', ({ picture }) => picture && Buffer.from(picture, 'base64'));
  const app = createKoa(deps);
  app.use(router.routes());
  app.use(createNotFound(() => NOT_SHARED));
  return app;
}

/** What other sites show for a link. */
function describe({ title, about, picture }: ShareRow, link: string): string {
  const shown = { title, description: about, url: link, ...(picture && { image: `${link}/picture.png` }) };
  return Object.entries(shown)
    .map(([name, value]) => `<meta property="og:${name}" content="${escape(value)}">`)
    .join('\n');
}
