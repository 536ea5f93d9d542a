/** The journal as JSON on the admin port: a report, games page by page, and single games with all turns. */
import { GAME_RESULTS } from '../inference/game-outcome.js';
import type { JournalReader } from '../journal/journal.js';
import type { GameFilter, GameQuery } from '../journal/kept-game.js';
import { parseSince } from '../journal/since.js';
import { answerJson, type AppContext, type AppRouter } from './context.js';
import { HttpError } from './http-error.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

/** Adds `/api/report`, `/api/games` and `/api/games/:id`. */
export function addJournalRoutes(router: AppRouter, journal: JournalReader): void {
  router.get('/api/report', async (ctx) => {
    answerJson(ctx, JSON.stringify(await journal.report(readFilter(ctx))));
  });
  router.get('/api/games', async (ctx) => {
    answerJson(ctx, JSON.stringify(await journal.listGames(readQuery(ctx))));
  });
  router.get('/api/games/:id', async (ctx) => {
    const id = ctx.params['id']!;
    const game = await journal.findGame(id);
    if (game === undefined) {
      throw new HttpError(404, 'unknown_game', `the journal has no game "${id}". /api/games lists all games.`);
    }
    answerJson(ctx, JSON.stringify(game));
  });
}

type QueryContext = Pick<AppContext, 'query'>;

function readQuery(ctx: QueryContext): GameQuery {
  const limit = firstOf(ctx, 'limit') ?? String(DEFAULT_LIMIT);
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    throw invalidQuery('limit', limit, `a whole number between 1 and ${MAX_LIMIT}`);
  }
  const written = firstOf(ctx, 'result');
  const result = GAME_RESULTS.find((known) => known === written);
  if (written !== undefined && result === undefined) {
    throw invalidQuery('result', written, `one of ${GAME_RESULTS.join(', ')}`);
  }
  const after = firstOf(ctx, 'after');
  if (after !== undefined && !/^\d+-[0-9a-f]+$/.test(after)) {
    throw invalidQuery('after', after, 'the "next" of another page');
  }
  return { ...readFilter(ctx), limit: Number(limit), result, after };
}

function readFilter(ctx: QueryContext): GameFilter {
  const written = firstOf(ctx, 'since');
  const since = written === undefined ? undefined : parseSince(written, Date.now());
  if (written !== undefined && since === undefined) {
    throw invalidQuery('since', written, 'a date, or a time such as 7d or 12h');
  }
  return {
    snake: firstOf(ctx, 'snake'),
    experiment: firstOf(ctx, 'experiment'),
    ruleset: firstOf(ctx, 'ruleset'),
    map: firstOf(ctx, 'map'),
    since,
  };
}

/** The first value of a query parameter; an empty one counts as absent. */
function firstOf({ query }: QueryContext, name: string): string | undefined {
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

function invalidQuery(name: string, value: string, expected: string): HttpError {
  return new HttpError(400, 'invalid_query', `"${name}" is "${value.slice(0, 60)}", not ${expected}`);
}
