/** Starts and stops local games from the page. Served on the admin port alone. */
import { isRecord } from '../../errors/kind-of.js';
import type { LocalPlay } from '../../page/live/local-play.js';
import { DIRECTIONS } from '../../rules/types.js';
import type { PlayFrom, PlayRequest, PlayView } from '../../views/live.js';
import { answerJson, type AppRouter, HttpError, readSmallBody } from '../context.js';

const MAX_SEATS = 8;
const SIZES = { min: 7, max: 25 } as const;
const MAX_PAUSE_MS = 2000;

export function addPlayRoutes(
  router: AppRouter,
  games: Pick<LocalPlay, 'start' | 'stop'> & Pick<PlayView, 'snakes'>,
): void {
  router.get('/api/play', (ctx) => {
    const view: PlayView = { snakes: games.snakes.map(({ prefix, name }) => ({ prefix, name })) };
    answerJson(ctx, JSON.stringify(view));
  });
  router.post('/api/play', async (ctx) => {
    const started = await games.start(readRequest(await readSmallBody(ctx)));
    if (started.kind === 'busy')
      throw new HttpError(429, 'busy', 'a local game is in progress. Stop it first.', undefined, 1);
    if (started.kind === 'refused') throw new HttpError(400, 'cannot_play', started.reason);
    ctx.status = 202;
    answerJson(ctx, JSON.stringify({ game: started.game }));
  });
  router.delete('/api/play', async (ctx) => {
    await games.stop();
    ctx.status = 204;
  });
}

function readRequest(body: unknown): PlayRequest {
  const { snakes, size, pause, from } = isRecord(body) ? body : {};
  const isList = Array.isArray(snakes) && snakes.every((prefix) => typeof prefix === 'string');
  if (!isList || snakes.length === 0 || snakes.length > MAX_SEATS)
    throw new HttpError(400, 'invalid_body', `"snakes" is not a list of 1 to ${MAX_SEATS} prefixes`, '/snakes');
  const seats = { snakes, pause: readWhole(pause, 'pause', 0, MAX_PAUSE_MS) };
  if (from !== undefined) return { ...seats, from: readFrom(from) };
  return { ...seats, size: readWhole(size, 'size', SIZES.min, SIZES.max) };
}

function readFrom(from: unknown): PlayFrom {
  const { game, turn, move } = isRecord(from) ? from : {};
  const made = DIRECTIONS.find((direction) => direction === move);
  if (typeof game !== 'string' || (move !== undefined && made === undefined))
    throw new HttpError(400, 'invalid_body', '"from" is not a game with a turn and perhaps a move', '/from');
  return { game, turn: readWhole(turn, 'turn', 0, 1e9), ...(made && { move: made }) };
}

function readWhole(value: unknown, name: string, min: number, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new HttpError(400, 'invalid_body', `"${name}" is not a whole number from ${min} to ${max}`, `/${name}`);
}
