/** Writes an imported game as a whole. Called inside a transaction. */
import type { JournalEvent } from './journal-event.js';
import { findLatestRun } from './store/runs.js';
import type { Database } from './store/tables.js';
import { writeEvents } from './store/write-events.js';

/**
 * The result of an import: the game is new; the journal already had it, and was not changed; or the game completes an
 * earlier import that had been cut off.
 */
export type ImportState = 'new' | 'known' | 'completed';

export interface ImportResult {
  readonly id: string;
  readonly state: ImportState;
}

/** Writes the events of one game. The same game of the same snake is stored once. */
export async function importGame(db: Database, events: readonly JournalEvent[]): Promise<ImportResult> {
  const [first] = events;
  const last = events.at(-1);
  if (first?.kind !== 'began' || last?.kind !== 'ended') throw new Error('an imported game begins and ends');
  const known = await findLatestRun(db, first);
  if (known !== undefined) {
    const { imported, turns } = await db
      .selectFrom('games')
      .select(['imported', 'turns'])
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow();
    const isLonger = last.outcome.result !== 'abandoned' || (last.outcome.turns ?? 0) > turns;
    if (imported === '' || known.result !== 'abandoned' || !isLonger) return { id: known.id, state: 'known' };
    await db.deleteFrom('games').where('id', '=', known.id).execute();
    await db.deleteFrom('chunks').where('game_id', '=', known.id).execute();
  }
  await writeEvents(db, events, { host: '' });
  const written = await findLatestRun(db, first);
  return { id: written!.id, state: known === undefined ? 'new' : 'completed' };
}
