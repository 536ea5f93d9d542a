/** Deletes games that are too old, and the oldest when the journal takes too much room; and finds those left open. */
import type { Retention } from '../journal.js';
import { MAX_ROWS, type Database, type SqlDialect } from './tables.js';

const DAY = 24 * 60 * 60_000;
const MB = 1024 * 1024;

/**
 * Deletes the games that retention no longer covers, except those under way. Returns how many. `now` in ms since 1970.
 */
export async function forgetGames(
  db: Database,
  dialect: SqlDialect,
  { keepDays, keepMb }: Retention,
  now: number,
): Promise<number> {
  const limit = keepMb * MB;
  let deleted = await deleteOldest(db, now - keepDays * DAY, Number.MAX_SAFE_INTEGER);
  for (let size = await dialect.size(); size > limit; size = await dialect.size()) {
    // The excess is a share of the size. Delete that share of the games, and a few more so that the loop ends.
    const { count } = await db
      .selectFrom('games')
      .select(db.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    const batch = await deleteOldest(db, now, Math.ceil(Number(count) * (1 - limit / size)) + 10);
    if (batch === 0) break;
    deleted += batch;
  }
  if (deleted > 0) await dialect.shrink();
  return deleted;
}

/** Deletes at most `count` games that ended before `before`, the oldest first. */
async function deleteOldest(db: Database, before: number, count: number): Promise<number> {
  let deleted = 0;
  while (deleted < count) {
    const rows = await db
      .selectFrom('games')
      .select('id')
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(Math.min(MAX_ROWS, count - deleted))
      .execute();
    if (rows.length === 0) break;
    const ids = rows.map(({ id }) => id);
    // Long games have turns here even when they have ended.
    await db.deleteFrom('chunks').where('game_id', 'in', ids).execute();
    await db.deleteFrom('games').where('id', 'in', ids).execute();
    deleted += ids.length;
  }
  return deleted;
}

/** The ids of the games that have not ended and that none of these hosts plays. Also deletes turns without a game. */
export async function findOrphans(db: Database, hosts: readonly string[]): Promise<string[]> {
  const known = db.selectFrom('games').select('id');
  await db.deleteFrom('chunks').where('game_id', 'not in', known).execute();
  const open = await db.selectFrom('games').select(['id', 'host']).where('ended_at', 'is', null).execute();
  return open.filter(({ host }) => !hosts.includes(host)).map(({ id }) => id);
}
