/** Stores the platform's ratings of snakes, copies them to other journals, and deletes old ones. */
import { toStorable } from './storable.js';
import { MAX_ROWS, type Database } from './tables.js';
import type { GameFilter } from '../../views/game-rows.js';
import type { Rating, RatingLine } from '../../views/report-lines.js';

/** Stores the ratings that have changed. Returns how many. Call it inside a transaction. */
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

/** Deletes ratings from before a moment, except the last of each leaderboard. */
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

/** Copies the ratings that `to` does not have. */
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

/** The lines of the snakes and versions of a filter, by snake and leaderboard, in the order of the versions. */
export async function reportRatings(
  db: Database,
  { snakes, version, since, until }: GameFilter,
): Promise<RatingLine[]> {
  let query = db.selectFrom('ratings').selectAll().orderBy('snake').orderBy('leaderboard').orderBy('at');
  if (snakes !== undefined) query = query.where('snake', 'in', [...snakes]);
  if (until !== undefined) query = query.where('at', '<', until);
  const lines: RatingLine[] = [];
  for (const row of await query.execute()) {
    const last = lines.at(-1);
    const isSame = last?.snake === row.snake && last.leaderboard === row.leaderboard;
    const { rank, at, ...facts } = row;
    const now = { ...facts, to: at, ...(rank !== null && { rank }) };
    if (isSame && last.version === row.version) lines[lines.length - 1] = { ...toFirst(last), ...now };
    else lines.push({ ...now, from: at, ...(isSame && { before: last.score }) });
  }
  return lines.filter(
    (line) => (version === undefined || line.version === version) && (since === undefined || line.to >= since),
  );
}

/** The part of a line that its first rating decides. */
function toFirst({ from, before }: RatingLine): Pick<RatingLine, 'from' | 'before'> {
  return { from, ...(before !== undefined && { before }) };
}
