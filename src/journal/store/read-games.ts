import { sql, type RawBuilder, type Selectable } from 'kysely';
import {
  type GAME_ORDERS,
  LOCAL_SOURCE,
  toJournalResult,
  type FilterNames,
  type GameFilter,
  type GameList,
  type GameQuery,
  type GameRow,
  type FullGameRow,
  type TurnRow,
  type ImportNote,
} from '../../views/game-rows.js';
import type { GameAnalysis } from '../../views/analysis.js';
import { usageFault } from '../../errors/errors.js';
import { readTurns, unpackText, unpackTurns, type ChunkTurn } from './packed-turns.js';
import type { Database, GamesTable } from './tables.js';
import { addFormatted } from '../../stats/histogram.js';
import { toPercentiles } from './turn-sums.js';

/** The columns of a {@link GameRow}. */
const SUMMARY_COLUMNS = [
  ...(['id', 'snake', 'game', 'you', 'started_at', 'ended_at', 'ruleset', 'map', 'source', 'width', 'height'] as const),
  ...(['snakes', 'opponents', 'strategy', 'hash', 'version', 'options', 'experiment', 'variant', 'imported'] as const),
  ...(['result', 'place', 'turns', 'died', 'cause', 'killer'] as const),
  ...(['moved', 'late', 'failed', 'illegal', 'lost', 'unlikely'] as const),
];

type Row = Pick<Selectable<GamesTable>, (typeof SUMMARY_COLUMNS)[number]>;

/** The columns that a filter compares directly. */
const COMPARED = ['experiment', 'ruleset', 'map', 'cause', 'version'] as const satisfies (keyof GameFilter)[];

/** A query for the games of a filter; the caller adds the selection. */
export function gamesOf(db: Database, filter: GameFilter) {
  const { snakes, opponent, imported, since, until, from } = filter;
  let games = db.selectFrom('games');
  for (const column of COMPARED) {
    const value = filter[column];
    if (value !== undefined) games = games.where(column, '=', value);
  }
  // No snake has an empty prefix, and PostgreSQL takes no empty list.
  if (snakes !== undefined) games = games.where('snake', 'in', snakes.length === 0 ? [''] : [...snakes]);
  if (opponent !== undefined) games = games.where(hasOpponent(opponent));
  // A constant instead of a parameter, so that the index of imported games can be used.
  if (imported !== undefined) games = games.where('imported', imported ? '!=' : '=', sql.lit(''));
  if (since !== undefined) games = games.where('started_at', '>=', since);
  if (until !== undefined) games = games.where('started_at', '<', until);
  if (from !== undefined)
    games = games.where((eb) =>
      eb.or([eb('started_at', '>', from.at), eb.and([eb('started_at', '=', from.at), eb('id', '>=', from.id)])]),
    );
  return games;
}

/** The finished games of a filter that statistics count, and the games that the page started, which never count. */
export const countedGames = (db: Database, filter: GameFilter) => endedGames(db, filter, '!=');
export const localGames = (db: Database, filter: GameFilter) => endedGames(db, filter, '=');

function endedGames(db: Database, filter: GameFilter, isLocal: '=' | '!=') {
  return gamesOf(db, filter).where('ended_at', 'is not', null).where('source', isLocal, LOCAL_SOURCE);
}

/** The column holds JSON without spaces: a whole name follows the bracket or a comma. LIKE would ignore case. */
function hasOpponent(opponent: string) {
  const name = JSON.stringify(opponent);
  return sql<boolean>`replace(replace(opponents, ${`[${name}`}, ''), ${`,${name}`}, '') <> opponents`;
}

/** The first of the newest `count` finished games of a filter; `undefined` if there are no more than that. */
export async function findNewest(db: Database, filter: GameFilter, count: number): Promise<GameFilter['from']> {
  const row = await countedGames(db, filter)
    .select(['started_at', 'id'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row && { at: row.started_at, id: row.id };
}

/** A page of the games of a query. An invalid `after` counts as absent. */
export async function listGames(db: Database, query: GameQuery): Promise<GameList> {
  const { limit, order } = query;
  const isWhole = query.isWhole && order === undefined;
  const found = await selectGames(db, query)
    .select(query.opponent === undefined ? SUMMARY_COLUMNS : ['id', 'started_at'])
    .limit(limit + (isWhole ? MAX_SEATS : 1))
    .execute();
  const rows = query.opponent === undefined ? (found as Row[]) : await readRows(db, found);
  const page = rows.slice(0, isWhole ? endOfWhole(rows, limit) : limit);
  const last = page.at(-1);
  const reached = await readReached(db, page);
  const list = page.map((row) => ({ ...toSummary(row), ...reached.get(row.id) }));
  return rows.length > page.length && last !== undefined
    ? { games: list, next: order === undefined ? `${last.started_at}-${last.id}` : `${skippedOf(query) + limit}` }
    : { games: list };
}

/** Most snakes of ours in a game, roughly: so many rows beyond a page are read to find the end of a game. */
const MAX_SEATS = 16;

/** The most rows of a page, up to `limit`, that do not split a game; `limit` if there is no such place. */
function endOfWhole(rows: readonly Row[], limit: number): number {
  if (rows.length <= limit) return rows.length;
  const lastOf = new Map(rows.map(({ game }, index) => [game, index]));
  let [end, reached] = [0, -1];
  for (const [index, { game }] of rows.slice(0, limit).entries()) {
    reached = Math.max(reached, lastOf.get(game)!);
    if (reached === index) end = index + 1;
  }
  return end || limit;
}

/** The last written turns of games in progress: their rows get them at the end. */
async function readReached(db: Database, rows: readonly Row[]): Promise<Map<string, Pick<GameRow, 'turns'>>> {
  const reached = new Map<string, Pick<GameRow, 'turns'>>();
  for (const { id, ended_at } of rows) {
    if (ended_at !== null) continue;
    const chunks = db.selectFrom('chunks').select('packed').where('game_id', '=', id);
    const last = await chunks.orderBy('turn', 'desc').limit(1).executeTakeFirst();
    if (last !== undefined) reached.set(id, { turns: lastTurnIn(last.packed) });
  }
  return reached;
}

/** 0 if they are unreadable: showing the game reports that. */
function lastTurnIn(packed: Uint8Array): number {
  try {
    return unpackTurns(packed).at(-1)?.facts.turn ?? 0;
  } catch {
    return 0;
  }
}

/** What is large in the first game of an order. A missing value comes last. */
const ORDERS: Readonly<Record<(typeof GAME_ORDERS)[number], RawBuilder<number>>> = {
  result: sql`-coalesce(case when result = 'win' then 1 else place end * 1.0 / snakes, 2)`,
  turns: sql`coalesce(turns, 0)`,
  lost: sql`lost`,
  fallbacks: sql`late + failed + illegal`,
  oldest: sql`-started_at`,
};

/** How many games of an order came before the page. */
function skippedOf({ order, after = '' }: GameQuery): number {
  return order !== undefined && /^\d{1,9}$/.test(after) ? Number(after) : 0;
}

/** The games of a query in its order. Constants instead of parameters where an index covers only some games. */
function selectGames(db: Database, query: GameQuery) {
  const { result, hasEnded, isAnalysed, order } = query;
  let games = gamesOf(db, query);
  if (order !== undefined) games = games.orderBy(ORDERS[order], 'desc').offset(skippedOf(query));
  games = games.orderBy('started_at', 'desc').orderBy('id', 'desc');
  if (result === 'solo')
    games = games.where('snakes', '<', sql.lit(2)).where('result', 'not in', ['abandoned', 'unknown']);
  else if (result !== undefined) games = games.where('result', '=', result);
  if (result === 'win' || result === 'draw' || result === 'loss') games = games.where('snakes', '>', sql.lit(1));
  if (hasEnded !== undefined) games = games.where('ended_at', hasEnded ? 'is not' : 'is', null);
  if (isAnalysed !== undefined) games = games.where('analysis', isAnalysed ? 'is not' : 'is', null);
  const after = parseCursor(query.after);
  if (after === undefined || order !== undefined) return games;
  return games
    .where('started_at', '<=', after.at)
    .where((eb) => eb.or([eb('started_at', '<', after.at), eb('id', '<', after.id)]));
}

async function readRows(db: Database, games: readonly { readonly id: string }[]): Promise<Row[]> {
  const ids = games.map(({ id }) => id);
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('games').select(SUMMARY_COLUMNS).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Parses the start of a page: moment and id of the last game before it. */
function parseCursor(text: string | undefined): { at: number; id: string } | undefined {
  const [, at, id] = /^(\d+)-([0-9a-f]+)$/.exec(text ?? '') ?? [];
  return id === undefined ? undefined : { at: Number(at), id };
}

/** At most 20 games whose engine id is `word`, or whose id here begins with it, newest first. */
export async function findIds(db: Database, word: string): Promise<GameRow[]> {
  const rows = await db
    .selectFrom('games')
    .select(SUMMARY_COLUMNS)
    .where((eb) => eb.or([eb('game', '=', word), eb.and([eb('id', '>=', word), eb('id', '<', `${word}~`)])]))
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute();
  return rows.map(toSummary);
}

export async function listNames(db: Database): Promise<FilterNames> {
  const namesIn = async (column: (typeof COMPARED)[number] | 'snake' | 'opponents'): Promise<string[]> => {
    const rows = await db.selectFrom('games').select(`${column} as name`).distinct().orderBy('name').execute();
    return rows.flatMap(({ name }) => name || []);
  };
  const opponents = (await namesIn('opponents')).flatMap((list) => JSON.parse(list) as string[]);
  return {
    snakes: await namesIn('snake'),
    experiments: await namesIn('experiment'),
    rulesets: await namesIn('ruleset'),
    maps: await namesIn('map'),
    opponents: [...new Set(opponents)].sort(),
    causes: await namesIn('cause'),
    versions: await namesIn('version'),
  };
}

/** Most characters of the turns of a game that is read: they are in memory at once, and again as JSON. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** A game with all its turns. Throws if they cannot be unpacked, and a `UsageError` if they are too long. */
export async function findGame(db: Database, id: string): Promise<FullGameRow | undefined> {
  const row = await db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const turns = await readTurns(db, id, row.packed, MAX_CHARACTERS);
  if (turns === undefined) throw usageFault(id, 'has too many or too large turns to be shown.');
  const list = toTurnRows(turns);
  const end = row.ending === null ? {} : { end: unpackText(row.ending) };
  const analysis = row.analysis === null ? {} : { analysis: JSON.parse(unpackText(row.analysis)) as GameAnalysis };
  return { ...toSummary(row), ...(row.ended_at === null && countKept(list)), list, ...end, ...analysis };
}

/** Moves the feedback on each answer, which the next request carried, to the answered turn. */
function toTurnRows(turns: readonly ChunkTurn[]): TurnRow[] {
  return turns.map(({ facts, body }, index) => {
    const { turn, at, answer, budget, overhead, shadow } = facts;
    const next = turns[index + 1]?.facts;
    const feedback = next === undefined ? facts.end : next.turn === turn + 1 ? next.last : undefined;
    return { turn, at, body, answer, budget, overhead, ...(feedback && { feedback }), ...(shadow && { shadow }) };
  });
}

/** The counts of a game in progress; its row has them only at the end. */
function countKept(list: readonly TurnRow[]) {
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0, unlikely: 0, turns: list.at(-1)?.turn ?? 0 };
  for (const { answer, feedback } of list) {
    if (answer.kind !== 'seen') counts[answer.kind]++;
    if (feedback?.used === 'no') counts.lost++;
    if (feedback?.used === 'unlikely') counts.unlikely++;
  }
  return counts;
}

function toSummary(row: Row): GameRow {
  return {
    id: row.id,
    snake: row.snake,
    game: row.game,
    you: row.you,
    startedAt: row.started_at,
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    ruleset: row.ruleset,
    map: row.map,
    source: row.source,
    width: row.width,
    height: row.height,
    snakes: row.snakes,
    opponents: JSON.parse(row.opponents) as string[],
    strategy: row.strategy,
    hash: row.hash,
    version: row.version,
    options: JSON.parse(row.options) as Record<string, unknown>,
    ...(row.imported !== '' && { imported: JSON.parse(row.imported) as ImportNote }),
    ...(row.experiment !== '' && { experiment: row.experiment, variant: row.variant }),
    ...(row.result !== null && { result: toJournalResult(row.result, row.snakes) }),
    ...(row.place !== null && { rank: row.place }),
    turns: row.turns,
    ...(row.died !== null && { died: row.died }),
    ...(row.cause !== null && { cause: row.cause }),
    ...(row.killer !== null && { killer: row.killer }),
    moved: row.moved,
    late: row.late,
    failed: row.failed,
    illegal: row.illegal,
    lost: row.lost,
    ...(row.unlikely > 0 && { unlikely: row.unlikely }),
  };
}

/** The number of all games, and of the running ones. */
export async function countAllGames(db: Database): Promise<{ readonly games: number; readonly running: number }> {
  const { games, ended } = await db
    .selectFrom('games')
    .select(({ fn }) => [fn.countAll<number>().as('games'), fn.count<number>('ended_at').as('ended')])
    .executeTakeFirstOrThrow();
  return { games, running: games - ended };
}

/** What a list shows of games besides their rows: `end`, the body of an `/end` that came, and the times of answers. */
export async function readGlimpses(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('games').select(['id', 'ending', 'took']).where('id', 'in', ids).execute();
  return rows.map(({ id, ending, took }) => {
    const histogram = {};
    addFormatted(histogram, took);
    return { id, times: toPercentiles(histogram), ...(ending && { end: unpackText(ending) }) };
  });
}
