/** What the journal tells, as JSON on the admin port: a report, games page by page, and a game with all its turns. */
import { HostError } from '../errors.js';
import type { JournalReader } from '../journal/journal.js';
import type { GameFilter, GameQuery } from '../journal/kept-game.js';
import { parseSince } from '../journal/since.js';
import { GAME_RESULTS } from '../inference/game-outcome.js';
import { answerJson, type AppRouter, type AppContext } from './context.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export function addJournalRoutes(routes: AppRouter, journal: JournalReader): void {
  routes.get('/api/report', async (ctx) => {
    answerJson(ctx, JSON.stringify(await journal.report(readFilter(ctx))));
  });
  routes.get('/api/games', async (ctx) => {
    answerJson(ctx, JSON.stringify(await journal.listGames(readQuery(ctx))));
  });
  routes.get('/api/games/:id', async (ctx) => {
    const id = ctx.params['id']!;
    const game = await journal.findGame(id);
    if (game === undefined) {
      throw new HostError(404, 'unknown_game', `no game "${id}" is kept. /api/games lists those that are.`);
    }
    answerJson(ctx, JSON.stringify(game));
  });
}

type Query = Pick<AppContext, 'query'>;

function readQuery(visit: Query): GameQuery {
  const limit = one(visit, 'limit') ?? String(DEFAULT_LIMIT);
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    throw refuse('limit', limit, `a whole number between 1 and ${MAX_LIMIT}`);
  }
  const word = one(visit, 'result');
  const result = GAME_RESULTS.find((known) => known === word);
  if (word !== undefined && result === undefined) throw refuse('result', word, `one of ${GAME_RESULTS.join(', ')}`);
  const after = one(visit, 'after');
  if (after !== undefined && !/^\d+-[0-9a-f]+$/.test(after)) throw refuse('after', after, 'the "next" of another page');
  return { ...readFilter(visit), limit: Number(limit), result, after };
}

function readFilter(visit: Query): GameFilter {
  const since = one(visit, 'since');
  const moment = since === undefined ? undefined : parseSince(since, Date.now());
  if (since !== undefined && moment === undefined) throw refuse('since', since, 'a date, or a time such as 7d or 12h');
  return {
    snake: one(visit, 'snake'),
    experiment: one(visit, 'experiment'),
    ruleset: one(visit, 'ruleset'),
    map: one(visit, 'map'),
    since: moment,
  };
}

/** Of a parameter that is given several times, the first; an empty one is as good as none. */
function one({ query }: Query, name: string): string | undefined {
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

function refuse(name: string, value: string, expected: string): HostError {
  return new HostError(400, 'invalid_query', `"${name}" is "${value.slice(0, 60)}", not ${expected}`);
}
