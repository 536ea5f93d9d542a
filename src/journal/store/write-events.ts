/** Entries on their way into the tables. Called with many at once, inside of one transaction. */
import type { Insertable } from 'kysely';
import type { JournalEvent } from '../journal-event.js';
import type { GameRef } from '../../wire/game-ref.js';
import { parseRequest } from '../../wire/reader.js';
import { closeGame } from './close-game.js';
import { gameIdOf } from './game-id.js';
import { toKeptBody } from './kept-body.js';
import { mergeTurns, packTurns, unpackTurns, type WrittenTurn } from './packed-turns.js';
import type { Database, GamesTable } from './tables.js';

type BeganEvent = Extract<JournalEvent, { kind: 'began' }>;

/** Writes them in their order, but the turns of a game together. */
export async function writeEvents(db: Database, entries: readonly JournalEvent[]): Promise<void> {
  const chunks = new Map<string, WrittenTurn[]>();
  for (const entry of entries) {
    const id = gameIdOf(entry);
    const chunk = chunks.get(id);
    if (entry.kind === 'turn') {
      const turn = { facts: entry.facts, body: toKeptBody(entry.body) };
      if (chunk === undefined) chunks.set(id, [turn]);
      else chunk.push(turn);
      continue;
    }
    if (chunk !== undefined) await writeChunk(db, id, chunk);
    chunks.delete(id);
    if (entry.kind === 'began') await beginGame(db, id, entry);
    else await closeGame(db, id, { ...entry, body: entry.body && toKeptBody(entry.body) });
  }
  for (const [id, chunk] of chunks) await writeChunk(db, id, chunk);
}

async function writeChunk(db: Database, id: string, turns: readonly WrittenTurn[]): Promise<void> {
  const chunk = mergeTurns(turns);
  const key = { game_id: id, turn: chunk[0]!.facts.turn };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chunks')
    .values({ ...key, packed: packTurns(chunk) })
    .onConflict((conflict) => conflict.columns(['game_id', 'turn']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  // A turn that was asked again begins another chunk where one stands already.
  const at = db.selectFrom('chunks').where('game_id', '=', id).where('turn', '=', key.turn);
  const { packed } = await at.select('packed').executeTakeFirstOrThrow();
  await db
    .updateTable('chunks')
    .set({ packed: packTurns(mergeTurns([...unpackTurns(packed), ...chunk])) })
    .where('game_id', '=', id)
    .where('turn', '=', key.turn)
    .execute();
}

/**
 * From turn 0 a game begins, and replaces what an earlier run of it left. Later on it goes on: the process that played it
 * has been replaced meanwhile, and what it wrote is kept.
 */
async function beginGame(db: Database, id: string, entry: BeganEvent): Promise<void> {
  const row = toRow(id, entry);
  if (row.turn === 0) {
    await db.deleteFrom('games').where('id', '=', id).execute();
    await db.deleteFrom('chunks').where('game_id', '=', id).execute();
  }
  await db
    .insertInto('games')
    .values(row.values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at: null, result: null }))
    .execute();
}

function toRow(id: string, { at, body, player, ...ref }: BeganEvent): { turn: number; values: Insertable<GamesTable> } {
  const { game, turn, board, you } = parseRequest(body);
  const { assignment: trial } = player;
  const others = board.snakes.filter((snake) => snake.id !== you.id);
  const values = {
    id,
    ...toRef(ref),
    started_at: at,
    ended_at: null,
    ruleset: toStorable(game.ruleset.name),
    map: toStorable(game.map),
    source: toStorable(game.source),
    width: board.width,
    height: board.height,
    snakes: others.length + 1,
    opponents: JSON.stringify(others.map(({ name }) => name)),
    strategy: player.strategy,
    hash: player.hash,
    version: toStorable(player.version),
    options: JSON.stringify(player.options),
    experiment: trial?.experiment ?? '',
    variant: trial?.variant ?? '',
    split: trial?.split ?? 0,
  };
  return { turn, values };
}

function toRef({ snake, game, you }: GameRef): GameRef {
  return { snake, game: toStorable(game), you: toStorable(you) };
}

/** A text with a NUL is refused by PostgreSQL. */
function toStorable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
