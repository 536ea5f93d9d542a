/** Deletes old games, and the oldest when the journal takes too much space; and finds games left open. */
import type { Selectable } from 'kysely';
import type { Retention } from '../journal.js';
import { forgetEarlyEnds } from './writing/end-game.js';
import { forgetRatings } from './ratings.js';
import { MAX_ROWS, type Database, type GamesTable, type SqlDialect } from './tables.js';

/** How often old games are deleted, in ms. */
export const RETENTION_INTERVAL_MS = 10 * 60_000;

const DAY = 24 * 60 * 60_000;
const MB = 1024 * 1024;

/**
 * Now, for retention, in ms since 1970. Time counts from the start of this process by the steady clock: a wall clock
 * that is set forward by mistake deletes nothing. A whole number: PostgreSQL takes no other.
 */
export function steadyNow(): number {
  return Math.floor(Math.min(Date.now(), performance.timeOrigin + performance.now()));
}

/** The same clock in another process, where it is `now` at this moment. */
export function continueSteadyClock(now: number): () => number {
  const began = performance.now();
  return () => Math.floor(Math.min(Date.now(), now + performance.now() - began));
}

export interface ForgottenGames {
  readonly games: number;
  readonly left: number;
}

/**
 * Deletes the games that retention no longer covers, except running ones. `now` in ms since 1970. Returns
 * `undefined` if there were none, or while another host of the journal is deleting.
 */
export async function forgetGames(
  db: Database,
  dialect: SqlDialect,
  { keepDays, keepMb }: Retention,
  now: number,
): Promise<ForgottenGames | undefined> {
  const limit = keepMb * MB;
  const countGames = async () => {
    const { count } = await db
      .selectFrom('games')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const forget = async () => {
    let deleted = await deleteOldest(db, dialect, now - keepDays * DAY, Number.MAX_SAFE_INTEGER);
    for (let size = await dialect.size(limit); size > limit; size = await dialect.size(limit)) {
      // The excess is a share of the size. Delete that share of the games, and a few more so that the loop ends.
      const batch = await deleteOldest(db, dialect, now, Math.ceil((await countGames()) * (1 - limit / size)) + 10);
      if (batch === 0) break;
      deleted += batch;
    }
    await forgetEarlyEnds(db, now);
    await forgetRatings(db, now - keepDays * DAY);
    if (deleted === 0) return undefined;
    await dialect.shrink();
    return { games: deleted, left: await countGames() };
  };
  return dialect.alone(forget);
}

/** Deletes at most `count` games that ended before `before`, the oldest first. */
async function deleteOldest(db: Database, dialect: SqlDialect, before: number, count: number): Promise<number> {
  let deleted = 0;
  while (deleted < count) {
    const rows = await db
      .selectFrom('games')
      .select(['id', 'snake', 'game', 'you'])
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(Math.min(MAX_ROWS, count - deleted))
      .execute();
    if (rows.length === 0) break;
    await db.transaction().execute(async (locked) => {
      await dialect.lockGames(locked, rows);
      await deleteGames(locked, rows, before);
    });
    deleted += rows.length;
  }
  return deleted;
}

/** Deletes the games of the list that are still finished: one may have been resumed meanwhile. */
async function deleteGames(db: Database, games: readonly { readonly id: string }[], before: number): Promise<void> {
  const listed = games.map(({ id }) => id);
  const over = db.selectFrom('games').select('id').where('id', 'in', listed).where('ended_at', '<', before);
  const ids = (await over.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  // Long games keep turns here even when they have ended.
  await db.deleteFrom('chunks').where('game_id', 'in', ids).execute();
  await db.deleteFrom('games').where('id', 'in', ids).execute();
}

/** A game that its host has left open. */
export type OrphanRow = Pick<Selectable<GamesTable>, 'id' | 'snake' | 'game' | 'you' | 'host'>;

/** The unfinished games that none of these hosts plays. Also deletes turns without a game. */
export async function findOrphans(db: Database, hosts: readonly string[]): Promise<OrphanRow[]> {
  await db
    .deleteFrom('chunks')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('games').select('id').whereRef('games.id', '=', 'chunks.game_id'))))
    .execute();
  const open = db.selectFrom('games').select(['id', 'snake', 'game', 'you', 'host']).where('ended_at', 'is', null);
  return (await open.execute()).filter(({ host }) => !hosts.includes(host));
}

/** Whether a game is still open and belongs to the same host. */
export async function isOrphan(db: Database, { id, host }: OrphanRow): Promise<boolean> {
  const open = db.selectFrom('games').select('id').where('id', '=', id).where('host', '=', host);
  return (await open.where('ended_at', 'is', null).executeTakeFirst()) !== undefined;
}
