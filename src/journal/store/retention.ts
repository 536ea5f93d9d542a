/** What is kept has an end: games older than so many days go, and the oldest of all when there is too much. */
import type { Retention } from '../journal.js';
import { MAX_ROWS, type Database, type SqlDialect } from './tables.js';

const DAY = 24 * 60 * 60_000;
const MB = 1024 * 1024;

/** Lets go of what is too old or too much. Games under way stay. Returns how many went. */
export async function forgetGames(
  db: Database,
  dialect: SqlDialect,
  { keepDays, keepMb }: Retention,
  now: number,
): Promise<number> {
  const limit = keepMb * MB;
  let gone = await forgetOldest(db, now - keepDays * DAY, Number.MAX_SAFE_INTEGER);
  for (let size = await dialect.size(); size > limit; size = await dialect.size()) {
    // A share of the games as large as the share of the room that is needed; at least a few, so that it ends.
    const { count } = await db
      .selectFrom('games')
      .select(db.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    const some = await forgetOldest(db, now, Math.ceil(Number(count) * (1 - limit / size)) + 10);
    if (some === 0) break;
    gone += some;
  }
  if (gone > 0) await dialect.shrink();
  return gone;
}

/** Lets go of at most `count` games that ended before `before`, the oldest first. */
async function forgetOldest(db: Database, before: number, count: number): Promise<number> {
  let gone = 0;
  while (gone < count) {
    const ids = db
      .selectFrom('games')
      .select('id')
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(Math.min(MAX_ROWS, count - gone));
    const { numDeletedRows } = await db.deleteFrom('games').where('id', 'in', ids).executeTakeFirst();
    if (numDeletedRows === 0n) break;
    gone += Number(numDeletedRows);
  }
  return gone;
}

/** The ids of the games that a process left open that is gone. Drops turns of games that are not known. */
export async function openGames(db: Database): Promise<string[]> {
  const known = db.selectFrom('games').select('id');
  await db.deleteFrom('chunks').where('game_id', 'not in', known).execute();
  const rows = await db.selectFrom('games').select('id').where('ended_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}
