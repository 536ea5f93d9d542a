/** What a list of games shows of each besides its row: its last request, and how long its answers took. */
import { addFormatted } from '../../stats/histogram.js';
import { unpackText } from '../store/packed-turns.js';
import type { Database } from '../store/tables.js';
import { toPercentiles } from '../store/turn-sums.js';

/** `end`: the body of the `/end`; absent if none came. */
export async function readGlimpses(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('games').select(['id', 'ending', 'took']).where('id', 'in', ids).execute();
  return rows.map(({ id, ending, took }) => {
    const histogram = {};
    addFormatted(histogram, took);
    return { id, times: toPercentiles(histogram), ...(ending && { end: unpackText(ending) }) };
  });
}
