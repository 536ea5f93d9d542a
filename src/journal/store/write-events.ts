/** Writes events into the tables. Called with many at once, inside a transaction. */
import type { Insertable } from 'kysely';
import type { GameRef } from '../../wire/game-ref.js';
import { parseRequest } from '../../wire/reader.js';
import type { JournalEvent } from '../journal-event.js';
import { closeGame } from './close-game.js';
import { gameIdOf } from './game-id.js';
import { toKeptBody } from './kept-body.js';
import { mergeTurns, packTurns, unpackTurns, type WrittenTurn } from './packed-turns.js';
import { toStorable } from './storable.js';
import type { Database, GamesTable } from './tables.js';

type BeganEvent = Extract<JournalEvent, { kind: 'began' }>;

/**
 * Writes events in their order, but consecutive turns of a game as one chunk. Throws if one of them cannot be written.
 */
export async function writeEvents(db: Database, events: readonly JournalEvent[]): Promise<void> {
  const chunks = new Map<string, WrittenTurn[]>();
  for (const event of events) {
    const id = gameIdOf(event);
    const chunk = chunks.get(id);
    if (event.kind === 'turn') {
      const turn = { facts: event.facts, body: toKeptBody(event.body) };
      if (chunk === undefined) chunks.set(id, [turn]);
      else chunk.push(turn);
      continue;
    }
    if (chunk !== undefined) await writeChunk(db, id, chunk);
    chunks.delete(id);
    if (event.kind === 'began') await beginGame(db, id, event);
    else await closeGame(db, id, { ...event, body: event.body && toKeptBody(event.body) });
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
  // A chunk that begins with the same turn exists: the turn was asked twice, or has its shadow now. Merge the two.
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
 * A game that begins on turn 0 replaces what an earlier run of it has left. One that begins later goes on: the host has
 * been replaced meanwhile, and what its predecessor wrote is kept.
 */
async function beginGame(db: Database, id: string, event: BeganEvent): Promise<void> {
  const row = toRow(id, event);
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
  const { assignment } = player;
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
    experiment: assignment?.experiment ?? '',
    variant: assignment?.variant ?? '',
    split: assignment?.split ?? 0,
  };
  return { turn, values };
}

function toRef({ snake, game, you }: GameRef): GameRef {
  return { snake, game: toStorable(game), you: toStorable(you) };
}
