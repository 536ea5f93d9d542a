/** The journal as JSON on the admin port: a report, games page by page, and single games with all turns. */
import { didYouMean } from '../did-you-mean.js';
import type { JournalReader } from '../journal/journal.js';
import { KEPT_RESULTS, type GameFilter, type GameQuery } from '../journal/kept-game.js';
import { parseSince } from '../journal/since.js';
import { findUnknownNames, type ConfiguredNames } from '../journal/unknown-names.js';
import { answerJson, type AppContext, type AppRouter } from './context.js';
import { findKeptGame, unknownGame } from './find-kept.js';
import { HttpError } from './http-error.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** Most games that a report can be limited to: any number is fine. */
const MAX_REPORTED = 1_000_000;

/** What the journal's routes are wired to. */
export interface JournalRoutesDeps {
  readonly journal: JournalReader;
  /** The names of the configuration at the moment of the call. */
  readonly configured: () => ConfiguredNames;
}

/** Adds `/api/report`, `/api/games` and `/api/games/:id`. */
export function addJournalRoutes(router: AppRouter, deps: JournalRoutesDeps): void {
  const { journal } = deps;
  router.get('/api/report', async (ctx) => {
    refuseUnknown(ctx, '/api/report');
    const filter = readGameFilter(ctx);
    const report = await journal.report({ ...filter, newest: readLimit(ctx) });
    if (report.lines.length === 0) await refuseUnknownNames(filter, deps);
    answerJson(ctx, JSON.stringify(report));
  });
  router.get('/api/games', async (ctx) => {
    refuseUnknown(ctx, '/api/games');
    const query = readQuery(ctx);
    const page = await journal.listGames(query);
    if (page.games.length === 0) await refuseUnknownNames(query, deps);
    answerJson(ctx, JSON.stringify(page));
  });
  router.get('/api/games/:id', async (ctx) => {
    const id = ctx.params['id']!;
    refuseUnknown(ctx, '/api/games/:id');
    const found = await findKeptGame(journal, id, firstOf(ctx, 'snake'));
    const game = await journal.findGame(found.id);
    if (game === undefined) throw unknownGame(id);
    answerJson(ctx, JSON.stringify(game));
  });
}

/** Throws a 404 if the filter has a name that no game can have. Costs a look through the journal. */
async function refuseUnknownNames(filter: GameFilter, { journal, configured }: JournalRoutesDeps): Promise<void> {
  const unknown = findUnknownNames(filter, await journal.listNames(), configured());
  if (unknown.length === 0) return;
  const sentences = unknown.map(({ field, message }) => `${field} ${message}`);
  throw new HttpError(404, 'unknown_name', sentences.join(' '));
}

const FILTERS = ['snake', 'opponent', 'experiment', 'ruleset', 'map', 'since', 'imported'];
const PARAMETERS = {
  '/api/report': [...FILTERS, 'limit'],
  '/api/games/:id': ['snake'],
  '/api/snakes': FILTERS,
  '/api/snakes/PREFIX': FILTERS,
  '/api/experiments': FILTERS,
  '/api/games': [...FILTERS, 'result', 'limit', 'after'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Throws a 400 if the query has a parameter that the route does not know: it would otherwise be ignored in silence. */
export function refuseUnknown({ query }: QueryContext, route: keyof typeof PARAMETERS): void {
  const known: readonly string[] = PARAMETERS[route];
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known) || ` Known: ${known.join(', ')}.`;
  throw new HttpError(400, 'invalid_query', `"${unknown.slice(0, 60)}" is not a parameter of ${route}.${hint}`);
}

type QueryContext = Pick<AppContext, 'query'>;

function readQuery(ctx: QueryContext): GameQuery {
  const limit = readLimit(ctx, MAX_LIMIT) ?? DEFAULT_LIMIT;
  const written = firstOf(ctx, 'result');
  const result = KEPT_RESULTS.find((known) => known === written);
  if (written !== undefined && result === undefined) {
    throw invalidQuery('result', written, `one of ${KEPT_RESULTS.join(', ')}`);
  }
  const after = firstOf(ctx, 'after');
  if (after !== undefined && !/^\d+-[0-9a-f]+$/.test(after)) {
    throw invalidQuery('after', after, 'the "next" of another page');
  }
  return { ...readGameFilter(ctx), limit, result, after };
}

function readLimit(ctx: QueryContext, max = MAX_REPORTED): number | undefined {
  const limit = firstOf(ctx, 'limit');
  if (limit === undefined || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= max)) {
    return limit === undefined ? undefined : Number(limit);
  }
  throw invalidQuery('limit', limit, `a whole number between 1 and ${max}`);
}

/** The filter that a query asks for. Throws a 400 if it makes no sense. */
export function readGameFilter(ctx: QueryContext): GameFilter {
  const written = firstOf(ctx, 'since');
  const since = written === undefined ? undefined : parseSince(written, Date.now());
  if (written !== undefined && since === undefined) {
    throw invalidQuery('since', written, 'a date, or a time such as 7d or 12h');
  }
  return {
    snake: firstOf(ctx, 'snake'),
    opponent: firstOf(ctx, 'opponent'),
    experiment: firstOf(ctx, 'experiment'),
    ruleset: firstOf(ctx, 'ruleset'),
    map: firstOf(ctx, 'map'),
    since,
    imported: readImported(ctx),
  };
}

function readImported(ctx: QueryContext): boolean | undefined {
  const written = firstOf(ctx, 'imported');
  if (written === undefined || written === 'true' || written === 'false')
    return written === undefined ? undefined : written === 'true';
  throw invalidQuery('imported', written, '"true" or "false"');
}

/** The first value of a query parameter; an empty one counts as absent. */
function firstOf({ query }: QueryContext, name: string): string | undefined {
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) || undefined;
}

function invalidQuery(name: string, value: string, expected: string): HttpError {
  return new HttpError(400, 'invalid_query', `"${name}" is "${value.slice(0, 60)}", not ${expected}`);
}
