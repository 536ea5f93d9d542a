/** Copies the games of one journal to another, between any two databases. Called by `journal copy`. */
import { isDamage } from './is-unavailable.js';
import { MAX_ROWS, type Database, type OpenDatabase } from './store/tables.js';
import { copyRatings } from './store/ratings.js';

export interface CopyCounts {
  readonly copied: number;
  /** Games that the other journal already had. */
  readonly known: number;
  /** Games that are not over: they are left out, because their hosts still write to them. */
  readonly running: number;
  /** Games that are listed but unreadable. */
  readonly damaged: number;
  /** Whether pages of the file are damaged: it may have held more games than can be listed. */
  readonly isDamaged: boolean;
}

export const NO_COPIES: CopyCounts = { copied: 0, known: 0, running: 0, damaged: 0, isDamaged: false };

/** Most games in one write, and most bytes of their turns: all are in memory at once. */
const BATCH = { games: 50, bytes: 8 * 1024 * 1024 };
const PAGE_GAMES = 500;

/**
 * Copies every game that has ended and that `to` does not have, with all its columns and turns, and the ratings. Hosts
 * may be writing to both journals. Each batch is written as a whole, so an interrupted copy can be continued.
 *
 * @param onProgress called after each batch.
 */
export async function copyGames(
  from: OpenDatabase,
  to: OpenDatabase,
  onProgress: (counts: CopyCounts) => void = () => {},
): Promise<CopyCounts> {
  const done = new Set<string>();
  let counts = NO_COPIES;
  try {
    await copyRatings(from.db, to.db);
    for await (const next of copyPages(from, to, done)) onProgress((counts = add(counts, next)));
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    counts = { ...counts, isDamaged: true };
    for await (const next of copyOneByOne(from, to, done)) onProgress((counts = add(counts, next)));
  }
  return counts;
}

function add(one: CopyCounts, other: Partial<CopyCounts>): CopyCounts {
  const sum = (name: Exclude<keyof CopyCounts, 'isDamaged'>) => one[name] + (other[name] ?? 0);
  return { ...one, copied: sum('copied'), known: sum('known'), running: sum('running'), damaged: sum('damaged') };
}

/** Yields the next results, and adds their ids to `seen`. */
async function* copyPages(
  from: OpenDatabase,
  to: OpenDatabase,
  done: Set<string>,
): AsyncGenerator<Partial<CopyCounts>> {
  for await (const page of readPages(from.db)) {
    const ended = page.filter(({ ended_at: end }) => end !== null);
    const known = await findKnown(to.db, ended);
    yield { known: known.size, running: page.length - ended.length };
    for (const { id } of page) if (known.has(id) || !ended.some((game) => game.id === id)) done.add(id);
    for (const batch of toBatches(ended.filter(({ id }) => !known.has(id)))) {
      const copied = await copyBatch(from.db, to, batch);
      for (const { id } of batch) done.add(id);
      yield { copied, known: batch.length - copied };
    }
  }
}

/** Copies a file with damaged pages game by game, so that one unreadable game costs no other. */
async function* copyOneByOne(
  from: OpenDatabase,
  to: OpenDatabase,
  done: ReadonlySet<string>,
): AsyncGenerator<Partial<CopyCounts>> {
  for await (const id of listIds(from.db)) {
    if (done.has(id)) continue;
    try {
      const game = await selectListed(from.db).where('id', '=', id).executeTakeFirst();
      if (game === undefined) continue;
      const isRunning = game.ended_at === null;
      const copied = isRunning ? 0 : await copyBatch(from.db, to, [game]);
      yield isRunning ? { running: 1 } : { copied, known: 1 - copied };
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      yield { damaged: 1 };
    }
  }
}

type ListedGame = Awaited<ReturnType<typeof readPage>>[number];

async function* readPages(db: Database): AsyncGenerator<ListedGame[]> {
  let last: ListedGame | undefined;
  do {
    const page = await readPage(db, last);
    if (page.length > 0) yield page;
    last = page.length < PAGE_GAMES ? undefined : page.at(-1);
  } while (last !== undefined);
}

function readPage(db: Database, after: { readonly started_at: number; readonly id: string } | undefined) {
  let games = selectListed(db).orderBy('started_at').orderBy('id').limit(PAGE_GAMES);
  if (after !== undefined) {
    const { started_at: at } = after;
    games = games.where((eb) =>
      eb.or([eb('started_at', '>', at), eb.and([eb('started_at', '=', at), eb('id', '>', after.id)])]),
    );
  }
  return games.execute();
}

function selectListed(db: Database) {
  return db
    .selectFrom('games')
    .select(['id', 'snake', 'game', 'you', 'started_at', 'ended_at'])
    .select(({ fn }) => fn<number | null>('length', ['packed']).as('bytes'));
}

async function findKnown(db: Database, games: readonly { readonly id: string }[]): Promise<Set<string>> {
  if (games.length === 0) return new Set();
  const ids = games.map(({ id }) => id);
  const rows = await db.selectFrom('games').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Splits games into batches of a bounded size; a single game may exceed it. */
function* toBatches(games: readonly ListedGame[]): Generator<ListedGame[]> {
  let batch: ListedGame[] = [];
  let bytes = 0;
  for (const game of games) {
    if (batch.length > 0 && (batch.length === BATCH.games || bytes + (game.bytes ?? 0) > BATCH.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(game);
    bytes += game.bytes ?? 0;
  }
  if (batch.length > 0) yield batch;
}

/** Copies the games of the list that still exist and that the other journal still lacks. Returns how many. */
async function copyBatch(from: Database, to: OpenDatabase, games: readonly ListedGame[]): Promise<number> {
  return to.db.transaction().execute(async (db) => {
    await to.dialect.lockGames(db, games);
    const known = await findKnown(db, games);
    const ids = games.map(({ id }) => id).filter((id) => !known.has(id));
    if (ids.length === 0) return 0;
    const rows = await from
      .selectFrom('games')
      .selectAll()
      .where('id', 'in', ids)
      .where('ended_at', 'is not', null)
      .execute();
    if (rows.length === 0) return 0;
    await db.insertInto('games').values(rows).execute();
    await copyChunks(
      from,
      db,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/** The turns of long games, piece by piece. */
async function copyChunks(from: Database, to: Database, ids: readonly string[]): Promise<void> {
  const pieces = await from.selectFrom('chunks').select(['game_id', 'turn']).where('game_id', 'in', ids).execute();
  for (const { game_id: id, turn } of pieces) {
    const piece = from.selectFrom('chunks').selectAll().where('game_id', '=', id).where('turn', '=', turn);
    const row = await piece.executeTakeFirst();
    // Leftovers in the place of deleted turns.
    await to.deleteFrom('chunks').where('game_id', '=', id).where('turn', '=', turn).execute();
    if (row !== undefined) await to.insertInto('chunks').values(row).execute();
  }
}

/** Columns by which an index lists all games. Damage seldom breaks all of them at the same games. */
const ORDERS = [['id'], ['started_at', 'id']] as const;

/** The direction in which an index is read. */
interface Course {
  readonly columns: (typeof ORDERS)[number];
  readonly direction: 'asc' | 'desc';
}

interface Listed {
  readonly id: string;
  readonly started_at?: number;
}

/** Every id once, as far as any index is readable: a damaged index is read from both ends up to the damage. */
async function* listIds(db: Database): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const columns of ORDERS) {
    for (const direction of ['asc', 'desc'] as const) {
      const isWhole = yield* listBy(db, { columns, direction }, seen);
      if (isWhole) return;
    }
  }
}

/** Returns whether it has reached the end. */
async function* listBy(db: Database, course: Course, seen: Set<string>): AsyncGenerator<string, boolean> {
  let limit: number = MAX_ROWS;
  let last: Listed | undefined;
  for (;;) {
    let page: readonly Listed[];
    try {
      page = await readIds(db, course, last, limit);
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      if (limit === 1) return false;
      // One by one up to the damage.
      limit = 1;
      continue;
    }
    for (const { id } of page) {
      if (seen.has(id)) continue;
      seen.add(id);
      yield id;
    }
    if (page.length < limit) return true;
    last = page.at(-1);
  }
}

function readIds(db: Database, { columns, direction }: Course, last: Listed | undefined, limit: number) {
  const beyond = direction === 'asc' ? '>' : '<';
  let games = db
    .selectFrom('games')
    .select([...columns])
    .limit(limit);
  for (const column of columns) games = games.orderBy(column, direction);
  if (last === undefined) return games.execute();
  const { id, started_at: at } = last;
  if (at === undefined) return games.where('id', beyond, id).execute();
  return games
    .where((eb) => eb.or([eb('started_at', beyond, at), eb.and([eb('started_at', '=', at), eb('id', beyond, id)])]))
    .execute();
}
