/**
 * The three addresses that the official viewer and exporter request for a game: `/games/ID`, `/games/ID/frames` and the
 * WebSocket `/games/ID/events`. Used on the admin port, and by the page's own server.
 */
import type { ViewerSource } from '../../../page/viewer/view-game.js';
import type { ViewerFramesResponse, ViewerGameResponse } from '../../../wire/viewer.js';
import { answerJson, type AppContext, type AppRouter } from '../../context.js';
import { HttpError } from '../../http-error.js';
import { readWhole } from '../../journal/game-query.js';
import { addressOfConnection } from '../../limits/client-address.js';
import type { ViewerSockets } from './viewer-sockets.js';

const DEFAULT_FRAMES = 100;
const MAX_FRAMES = 500;
const LONGEST_ID = 256;

/**
 * Adds the routes. Any page may read them: the viewer has another origin. They show a game by its whole id, and list
 * nothing.
 */
export function addViewerRoutes(router: AppRouter, source: ViewerSource, sockets: ViewerSockets): void {
  const path = '/games/:id';
  router.get(path, async (ctx) => {
    allowAnyOrigin(ctx);
    ctx.vary('Accept');
    const key = await find(ctx, source);
    const view = required(await source.read(key, 0, 0), ctx);
    answerJson(ctx, JSON.stringify({ Game: view.game } satisfies ViewerGameResponse));
  });
  router.get(`${path}/frames`, async (ctx) => {
    allowAnyOrigin(ctx);
    const offset = readWhole(ctx, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const limit = readWhole(ctx, 'limit', 1, MAX_FRAMES) ?? DEFAULT_FRAMES;
    const { frames } = required(await source.read(await find(ctx, source), offset, limit), ctx);
    answerJson(ctx, JSON.stringify({ count: frames.length, frames } satisfies ViewerFramesResponse));
  });
  router.get(`${path}/events`, async (ctx) => {
    allowAnyOrigin(ctx);
    const key = await find(ctx, source);
    await sockets.open(ctx.req, addressOfConnection(ctx.req), source, key);
    ctx.respond = false;
  });
}

function allowAnyOrigin(ctx: AppContext): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cache-Control', 'no-store');
}

/** The key of the game that the path names. Throws a 404 if there is none. */
async function find(ctx: AppContext, source: ViewerSource): Promise<string> {
  const { id } = ctx.params;
  return required(id !== undefined && id.length <= LONGEST_ID ? await source.find(id) : undefined, ctx);
}

function required<Value>(value: Value | undefined, { params: { id = '' } }: AppContext): Value {
  if (value !== undefined) return value;
  throw new HttpError(404, 'unknown_game', `no game has the id "${id.slice(0, LONGEST_ID)}". Is it complete?`);
}
