/** The ids of all games, also of a file with damaged pages. Used to check and to copy journals. */
import { isDamage } from '../is-unavailable.js';
import { MAX_ROWS, type Database } from '../store/tables.js';

/** Columns by which an index lists all games. Damage seldom breaks all of them at the same games. */
const ORDERS = [['id'], ['started_at', 'id']] as const;

/** Which way an index is read. */
interface Course {
  readonly columns: (typeof ORDERS)[number];
  readonly direction: 'asc' | 'desc';
}

interface Listed {
  readonly id: string;
  readonly started_at?: number;
}

/**
 * Every id once, as far as any index can be read: where a page is damaged, an index is read from its beginning up to
 * there, and from its end.
 */
export async function* listIds(db: Database): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const columns of ORDERS) {
    for (const direction of ['asc', 'desc'] as const) {
      const isWhole = yield* listBy(db, { columns, direction }, seen);
      if (isWhole) return;
    }
  }
}

/** Returns whether it has come to the end. */
async function* listBy(db: Database, course: Course, seen: Set<string>): AsyncGenerator<string, boolean> {
  let limit: number = MAX_ROWS;
  let last: Listed | undefined;
  for (;;) {
    let page: readonly Listed[];
    try {
      page = await readPage(db, course, last, limit);
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

function readPage(db: Database, { columns, direction }: Course, last: Listed | undefined, limit: number) {
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
