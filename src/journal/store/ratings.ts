/** Keeps what the platform says of snakes, copies it to other journals, and deletes what is old. */
import { toStorable } from './storable.js';
import { MAX_ROWS, type Database } from './tables.js';

/** A snake on a leaderboard at a moment. Kept only where something has changed since the one before. */
export interface Rating {
  /** In ms since 1970. */
  readonly at: number;
  /** Its prefix. */
  readonly snake: string;
  /** The name of the leaderboard. */
  readonly leaderboard: string;
  /** The version that the snake's server named then; empty if it named none. */
  readonly version: string;
  /** As the platform shows it: the higher, the better. */
  readonly score: number;
  /** Absent while the snake has played too few games for one. */
  readonly rank?: number | undefined;
  /** Games that it has played there. */
  readonly games: number;
}

/** Writes those that say something new of their snake. Returns how many. To be called inside a transaction. */
export async function keepRatings(db: Database, ratings: readonly Rating[]): Promise<number> {
  let kept = 0;
  for (const { rank = null, ...rating } of ratings) {
    const row = {
      ...rating,
      rank,
      snake: toStorable(rating.snake),
      leaderboard: toStorable(rating.leaderboard),
      version: toStorable(rating.version),
    };
    const last = await db
      .selectFrom('ratings')
      .selectAll()
      .where('snake', '=', row.snake)
      .where('leaderboard', '=', row.leaderboard)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isSame = (['version', 'score', 'rank', 'games'] as const).every((key) => last?.[key] === row[key]);
    if (isSame || (last !== undefined && last.at >= row.at)) continue;
    await db.insertInto('ratings').values(row).execute();
    kept++;
  }
  return kept;
}

/** Deletes those from before a moment, but for the last of each leaderboard. */
export async function forgetRatings(db: Database, before: number): Promise<void> {
  await db
    .deleteFrom('ratings')
    .where('at', '<', before)
    .where((rating) =>
      rating.exists(
        rating
          .selectFrom('ratings as later')
          .select('later.at')
          .whereRef('later.snake', '=', 'ratings.snake')
          .whereRef('later.leaderboard', '=', 'ratings.leaderboard')
          .whereRef('later.at', '>', 'ratings.at'),
      ),
    )
    .execute();
}

/** Copies those that `to` does not have. */
export async function copyRatings(from: Database, to: Database): Promise<void> {
  const rows = await from.selectFrom('ratings').selectAll().execute();
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    await to
      .insertInto('ratings')
      .values(rows.slice(start, start + MAX_ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
