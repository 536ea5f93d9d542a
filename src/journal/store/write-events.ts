/** Writes the events of a host or of an imported game into the tables, many at once. Called inside a transaction. */
import type { GameRef } from '../../wire/resources.js';
import type { EventOf, JournalEvent } from '../journal-event.js';
import { toStorable, toStorableBody } from './storable.js';
import { PIECE_CHARACTERS, type ChunkTurn } from './packed-turns.js';
import { findLatestRun, runsKey } from './runs.js';
import type { Database } from './tables.js';
import { beginGame } from './writing/begin-game.js';
import { takeEarlyEnd, endGame } from './writing/end-game.js';
import { addToClosed, writeTurns } from './writing/write-turns.js';
import { deleteGame, startWriting, type WrittenEvents } from './writing/writing.js';

/**
 * Writes the events of one host in order, with consecutive turns of a game as one chunk. The order between hosts makes
 * no difference to their games. Throws if an event cannot be written.
 */
export async function writeEvents(
  db: Database,
  events: readonly JournalEvent[],
  { host }: { readonly host: string },
): Promise<WrittenEvents> {
  const writing = await startWriting(db, host, events);
  const chunks = new Map<string, UnwrittenChunk>();
  for (const event of events) {
    const key = runsKey(event);
    if (event.kind === 'turn') {
      const { ref, turns, characters }: UnwrittenChunk = chunks.get(key) ?? { ref: event, turns: [], characters: 0 };
      const body = toStorableBody(event.body);
      turns.push({ facts: event.facts, body });
      chunks.set(key, { ref, turns, characters: characters + body.length });
      if (characters + body.length < PIECE_CHARACTERS) continue;
    }
    const whole = chunks.get(key);
    if (whole !== undefined) await writeTurns(writing, whole);
    chunks.delete(key);
    if (event.kind === 'began') await beginGame(writing, event);
    if (event.kind === 'ended') await endGame(writing, event);
    if (event.kind === 'guarded') await writeGuard(db, event);
  }
  for (const chunk of chunks.values()) await writeTurns(writing, chunk);
  for (const { ref, startedAt } of writing.begun) {
    for (const end of await takeEarlyEnd(db, ref, startedAt)) await endGame(writing, end);
  }
  await addToClosed(writing);
  return writing;
}

/**
 * Keeps which games a candidate gets: one row per candidate, whichever host a state comes from. The later one counts;
 * but until a person acts, a stop outweighs a step or promotion of a host that does not know it yet.
 */
async function writeGuard(db: Database, event: EventOf<'guarded'>): Promise<void> {
  const { snake, experiment, candidate, sides, at, guard, since, step, promoted } = event;
  const state = { sides, at, guard, reason: toStorable(event.reason), since, step, promoted };
  await db
    .insertInto('guards')
    .values({ snake, experiment, candidate, ...state })
    .onConflict((conflict) =>
      conflict
        .columns(['snake', 'experiment', 'candidate'])
        .doUpdateSet(state)
        .where((eb) => {
          const [isOpen, isLater] = [eb('guards.guard', '=', ''), eb('guards.at', '<', at)];
          const counts = guard === '' ? eb.and([isOpen, isLater]) : eb.or([isOpen, isLater]);
          return eb.or([eb('guards.since', '<', since), eb.and([eb('guards.since', '=', since), counts])]);
        }),
    )
    .execute();
}

interface UnwrittenChunk {
  readonly ref: GameRef;
  readonly turns: ChunkTurn[];
  /** Of the bodies of the turns. */
  readonly characters: number;
}

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
    await deleteGame(db, known.id);
  }
  await writeEvents(db, events, { host: '' });
  const written = await findLatestRun(db, first);
  return { id: written!.id, state: known === undefined ? 'new' : 'completed' };
}
