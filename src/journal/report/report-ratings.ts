/** Reports what the platform said of snakes, a line for each version. */
import type { GameFilter } from '../game-rows.js';
import type { Database } from '../store/tables.js';
import type { RatingLine } from './report-lines.js';

/** The lines of the snakes and versions of a filter, by snake and leaderboard, in the order of the versions. */
export async function reportRatings(
  db: Database,
  { snake, snakes, version, since, until }: GameFilter,
): Promise<RatingLine[]> {
  let query = db.selectFrom('ratings').selectAll().orderBy('snake').orderBy('leaderboard').orderBy('at');
  if (snake !== undefined) query = query.where('snake', '=', snake);
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

/** What of a line its first rating decides. */
function toFirst({ from, before }: RatingLine): Pick<RatingLine, 'from' | 'before'> {
  return { from, ...(before !== undefined && { before }) };
}
