/** Finds the games that a request names. Called by the routes of the journal and of the page. */
import { didYouMean } from '../../errors/did-you-mean.js';
import { GAME_ORDERS, JOURNAL_RESULTS, type GameFilter, type GameQuery, type GameRow } from '../../views/game-rows.js';
import { parseSince, findGames } from '../../journal/filter-words.js';
import { type AppContext, HttpError } from '../context.js';
import type { JournalReader } from '../../journal/journal.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;
/** Most games that a report can be limited to. */
const MAX_REPORTED = 1_000_000;

const FILTERS = ['snake', 'opponent', 'experiment', 'ruleset', 'map', 'since', 'imported'];
const PARAMETERS = {
  '/api/report': [...FILTERS, 'limit'],
  '/api/games/:id': ['snake'],
  '/api/snakes': FILTERS,
  '/api/snakes/PREFIX': FILTERS,
  '/api/experiments': FILTERS,
  '/api/games': [...FILTERS, 'result', 'cause', 'version', 'until', 'analysed', 'limit', 'whole', 'order', 'after'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Throws a 400 for an unknown parameter, which would otherwise be silently ignored. */
export function refuseUnknown({ query }: QueryContext, route: keyof typeof PARAMETERS): void {
  const known: readonly string[] = PARAMETERS[route];
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, known) || ` Known: ${known.join(', ')}.`;
  throw new HttpError(400, 'invalid_query', `"${unknown.slice(0, 60)}" is not a parameter of ${route}.${hint}`);
}

type QueryContext = Pick<AppContext, 'query'>;

/** The page of games for a query. Throws a 400 if it is invalid. */
export function readGameQuery(ctx: QueryContext): GameQuery {
  const limit = readLimit(ctx, MAX_LIMIT) ?? DEFAULT_LIMIT;
  const result = readChoice(ctx, 'result', JOURNAL_RESULTS);
  const order = readChoice(ctx, 'order', GAME_ORDERS);
  const after = onlyOf(ctx, 'after');
  if (after !== undefined && !(order === undefined ? /^\d+-[0-9a-f]+$/ : /^\d{1,9}$/).test(after)) {
    throw invalidQuery('after', after, 'the "next" of another page');
  }
  const [isWhole, isAnalysed] = [readBoolean(ctx, 'whole'), readBoolean(ctx, 'analysed')];
  return { ...readGameFilter(ctx), limit, isWhole, isAnalysed, result, order, after };
}

function readChoice<Choice extends string>(ctx: QueryContext, name: string, choices: readonly Choice[]) {
  const written = onlyOf(ctx, name);
  const choice = choices.find((known) => known === written);
  if (written === undefined || choice !== undefined) return choice;
  throw invalidQuery(name, written, `one of ${choices.join(', ')}`);
}

export function readLimit(ctx: QueryContext, max = MAX_REPORTED): number | undefined {
  return readWhole(ctx, 'limit', 1, max);
}

/** A whole number in these limits; `undefined` if it is absent. Throws a 400 if it is anything else. */
export function readWhole({ query }: QueryContext, name: string, min: number, max: number): number | undefined {
  const written = String(query[name] ?? '');
  if (written === '') return undefined;
  const value = /^\d{1,15}$/.test(written) ? Number(written) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw invalidQuery(name, written, `a whole number between ${min} and ${max}`);
}

/** The filter of a query. Throws a 400 if it is invalid. */
export function readGameFilter(ctx: QueryContext): GameFilter {
  const snakes = [ctx.query['snake'] ?? []].flat().filter(Boolean);
  return {
    ...(snakes.length > 0 && { snakes }),
    opponent: onlyOf(ctx, 'opponent'),
    experiment: onlyOf(ctx, 'experiment'),
    ruleset: onlyOf(ctx, 'ruleset'),
    map: onlyOf(ctx, 'map'),
    cause: onlyOf(ctx, 'cause'),
    version: onlyOf(ctx, 'version'),
    since: readMoment(ctx, 'since'),
    until: readMoment(ctx, 'until'),
    imported: readBoolean(ctx, 'imported'),
  };
}

function readMoment(ctx: QueryContext, name: 'since' | 'until'): number | undefined {
  const written = onlyOf(ctx, name);
  const moment = written === undefined ? undefined : parseSince(written, Date.now());
  if (written === undefined || moment !== undefined) return moment;
  throw invalidQuery(name, written, 'a date, or a time such as 7d or 12h');
}

function readBoolean(ctx: QueryContext, name: 'imported' | 'whole' | 'analysed'): boolean | undefined {
  const written = onlyOf(ctx, name);
  if (written === undefined || written === 'true' || written === 'false')
    return written === undefined ? undefined : written === 'true';
  throw invalidQuery(name, written, '"true" or "false"');
}

/** The value of a query parameter; an empty one counts as absent. Throws a 400 if it has several. */
export function onlyOf({ query }: QueryContext, name: string): string | undefined {
  const value = query[name];
  if (!Array.isArray(value)) return value || undefined;
  throw new HttpError(400, 'invalid_query', `"${name}" has ${value.length} values, and takes one`);
}

function invalidQuery(name: string, value: string, expected: string): HttpError {
  return new HttpError(400, 'invalid_query', `"${name}" is "${value.slice(0, 60)}", not ${expected}`);
}

/** The one game that matches a word: see `findGames`. Throws a 404 if there is none, and a 400 if there are several. */
export async function findOneGame(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  snake?: string,
): Promise<GameRow> {
  const [found, ...others] = await findGames(journal, word, snake);
  if (found === undefined) throw unknownGame(word);
  if (others.length === 0) return found;
  const ids = [found, ...others].map((game) => `${game.id} (${game.snake})`);
  throw new HttpError(400, 'ambiguous_game', `"${word}" could be ${ids.join(' or ')}`);
}

export function unknownGame(word: string): HttpError {
  return new HttpError(404, 'unknown_game', `the journal has no game "${word}"`);
}
