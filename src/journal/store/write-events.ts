/** Writes events into the tables, many at once: those of a host, or of an imported game. Called inside a transaction. */
import type { GameRef } from '../../wire/resources.js';
import type { JournalEvent } from '../journal-event.js';
import { toStorableBody } from './storable.js';
import { PIECE_CHARACTERS, type ChunkTurn } from './packed-turns.js';
import { readRuns, runsKey, type RepeatedGame, findLatestRun } from './runs.js';
import type { JudgedAnswer } from './close-game.js';
import type { Database } from './tables.js';
import { beginGame } from './writing/begin-game.js';
import { takeEarlyEnd, endGame, type UnreadableGame } from './writing/end-game.js';
import { addToClosed, writeTurns } from './writing/write-turns.js';
import type { Writing } from './writing/writing.js';

export interface WrittenEvents {
  /** Games that were played again under the ids of a finished one. */
  readonly repeated: readonly RepeatedGame[];
  readonly unreadable: readonly UnreadableGame[];
  readonly judged: readonly JudgedAnswer[];
}

/**
 * Writes the events of one host in order, with consecutive turns of a game as one chunk. The order between hosts makes
 * no difference to their games. Throws if an event cannot be written.
 */
export async function writeEvents(
  db: Database,
  events: readonly JournalEvent[],
  { host }: Pick<Writing, 'host'>,
): Promise<WrittenEvents> {
  const writing: Writing = { db, host, runs: await readRuns(db, events), closed: new Map(), begun: [], judged: [] };
  const chunks = new Map<string, UnwrittenChunk>();
  const repeated: RepeatedGame[] = [];
  const unreadable: UnreadableGame[] = [];
  for (const event of events) {
    const key = runsKey(event);
    const chunk = chunks.get(key);
    if (event.kind === 'turn') {
      const turn = { facts: event.facts, body: toStorableBody(event.body) };
      if (chunk === undefined) chunks.set(key, { ref: event, turns: [turn], characters: turn.body.length });
      else addTurn(chunk, turn);
      if (chunk === undefined || chunk.characters < PIECE_CHARACTERS) continue;
      await writeTurns(writing, chunk);
      chunks.delete(key);
      continue;
    }
    if (chunk !== undefined) await writeTurns(writing, chunk);
    chunks.delete(key);
    if (event.kind === 'began') repeated.push(...(await beginGame(writing, event)));
    else unreadable.push(...(await endGame(writing, event)));
  }
  for (const chunk of chunks.values()) await writeTurns(writing, chunk);
  for (const { ref, startedAt } of writing.begun) {
    for (const end of await takeEarlyEnd(db, ref, startedAt)) unreadable.push(...(await endGame(writing, end)));
  }
  unreadable.push(...(await addToClosed(writing)));
  return { repeated, unreadable, judged: writing.judged };
}

interface UnwrittenChunk {
  readonly ref: GameRef;
  readonly turns: ChunkTurn[];
  /** Of the bodies of the turns. */
  characters: number;
}

function addTurn(chunk: UnwrittenChunk, turn: ChunkTurn): void {
  chunk.turns.push(turn);
  chunk.characters += turn.body.length;
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
    await db.deleteFrom('games').where('id', '=', known.id).execute();
    await db.deleteFrom('chunks').where('game_id', '=', known.id).execute();
  }
  await writeEvents(db, events, { host: '' });
  const written = await findLatestRun(db, first);
  return { id: written!.id, state: known === undefined ? 'new' : 'completed' };
}
