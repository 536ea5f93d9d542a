/** One game of the journal for the page. Used by the admin port. */
import type { JournalReader } from '../../journal/journal.js';
import { toAnswerView } from '../../page/game-view.js';
import { splitPiece, type GameSource } from '../../page/live/game-stream.js';
import type { AskView } from '../../views/game.js';
import type { Asker } from '../../page/asker.js';
import type { LiveFeed } from '../../page/live/live-feed.js';
import {
  AUTOPSY_TURNS,
  autopsyQuery,
  gamePieceQuery,
  glimpsesQuery,
  positionQuery,
  requestQuery,
} from '../../page/queries/game-queries.js';
import { isRecord } from '../../errors/kind-of.js';
import { answerJson, type AppContext, type AppRouter, HttpError, readSmallBody } from '../context.js';
import { findOneGame, unknownGame } from '../journal/game-query.js';

/** At most 500 ids, as a page of the list of games has them. */
const GLIMPSED = /^[0-9a-f]{1,64}(,[0-9a-f]{1,64}){0,499}$/;

/** The journal writes a turn a moment after it was answered, in ms. */
const JOURNAL_DELAY_MS = 1500;

/**
 * A game in progress, or one of the journal by a `word` as for `findOneGame`. Throws a 404 if there is neither. While a
 * game is in progress, the journal may not have it yet, or may not be readable.
 */
export async function findGameSource(
  word: string,
  journal: JournalReader | undefined,
  feed: Pick<LiveFeed, 'has' | 'follow'>,
): Promise<GameSource> {
  const isLive = feed.has(word);
  if (!isLive && journal === undefined)
    throw new HttpError(404, 'no_journal', 'no game with this id is in progress, and none are recorded');
  const id = isLive ? word : (await findOneGame(journal!, word)).id;
  return {
    isKept: journal !== undefined,
    delay: JOURNAL_DELAY_MS,
    async stored(from) {
      const json = await journal?.askJson(gamePieceQuery, { id, from }).catch((thrown: unknown) => {
        if (!feed.has(id)) throw thrown;
      });
      return json ? splitPiece(json) : undefined;
    },
    follow: (stream) => feed.follow(id, stream),
  };
}

/** With a journal, adds `/api/games/:id/autopsy` and `/api/glimpses`. */
export function addGameRoutes(router: AppRouter, journal: JournalReader): void {
  router.get('/api/glimpses', async (ctx) => {
    const { ids } = ctx.query;
    if (typeof ids !== 'string' || !GLIMPSED.test(ids))
      throw new HttpError(400, 'invalid_query', '"ids" is not a list of ids with commas between them');
    answerJson(ctx, await journal.askJson(glimpsesQuery, ids.split(',')));
  });
  router.get('/api/games/:id/autopsy', async (ctx) => {
    const { id } = await findOneGame(journal, ctx.params['id']!);
    answerFound(ctx, await journal.askJson(autopsyQuery, { id, turns: AUTOPSY_TURNS }));
  });
}

/** Adds the operator's actions on a turn: `…/turns/:turn/position` and `…/turns/:turn/ask`. */
export function addTurnRoutes(router: AppRouter, journal: JournalReader, asker: Asker): void {
  router.get('/api/games/:id/turns/:turn/position', async (ctx) => {
    const turn = readTurn(ctx.params['turn']);
    const { id } = await findOneGame(journal, ctx.params['id']!);
    const text = await journal.ask(positionQuery, { id, turn });
    if (text === undefined) throw unknownTurn(turn);
    ctx.set('Content-Disposition', `attachment; filename="${id}-${turn}.txt"`);
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = text;
  });
  router.post('/api/games/:id/turns/:turn/ask', async (ctx) => {
    const turn = readTurn(ctx.params['turn']);
    const wanted = await readSnake(ctx);
    const game = await findOneGame(journal, ctx.params['id']!);
    const text = await journal.ask(requestQuery, { id: game.id, turn });
    if (text === undefined) throw unknownTurn(turn);
    const asked = await asker.ask(game, wanted, text);
    if (asked.kind === 'busy') throw new HttpError(429, 'busy', 'another turn is in progress', undefined, 1);
    if (asked.kind === 'refused') throw new HttpError(400, 'cannot_ask', asked.reason);
    const shown: AskView = { snake: asked.snake, ...toAnswerView(asked) };
    answerJson(ctx, JSON.stringify(shown));
  });
}

function answerFound(ctx: AppContext, json: string | undefined): void {
  if (json === undefined) throw unknownGame(ctx.params['id']!);
  answerJson(ctx, json);
}

function readTurn(written: string | readonly string[] | undefined): number {
  if (typeof written === 'string' && /^\d{1,9}$/.test(written)) return Number(written);
  throw new HttpError(400, 'invalid_query', 'a turn is a whole number');
}

async function readSnake(ctx: AppContext): Promise<string | undefined> {
  const body = await readSmallBody(ctx);
  const snake = isRecord(body) ? body['snake'] : undefined;
  if (snake === undefined || typeof snake === 'string') return snake;
  throw new HttpError(400, 'invalid_body', '"snake" is not a string', '/snake');
}

function unknownTurn(turn: number): HttpError {
  return new HttpError(404, 'unknown_turn', `the snake was not asked on turn ${turn} of this game`);
}
