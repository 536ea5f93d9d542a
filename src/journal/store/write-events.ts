/** Writes events into the tables. Called with many at once, inside a transaction. */
import type { Insertable } from 'kysely';
import { messageOf } from '../../errors.js';
import type { GameRef } from '../../wire/game-ref.js';
import { parseRequest } from '../../wire/reader.js';
import type { JournalEvent } from '../journal-event.js';
import { closeGame, closeWithoutTurns } from './close-game.js';
import { isUnavailable } from '../is-unavailable.js';
import { gameIdOf } from './game-id.js';
import { toKeptBody } from './kept-body.js';
import { mergeTurns, packTurns, PIECE_CHARACTERS, unpackTurns, type WrittenTurn } from './packed-turns.js';
import { findLatestRun, isFinal, isOver, toStoredRef, type RepeatedGame } from './runs.js';
import { toStorable } from './storable.js';
import type { Database, GamesTable } from './tables.js';

type BeganEvent = Extract<JournalEvent, { kind: 'began' }>;

/** Where events come from. */
export interface EventSource {
  /** Id of their host. */
  readonly host: string;
  /**
   * Ids of the latest runs, by the id of the first: a lookup for every turn would cost as much as writing it. To be
   * emptied when a transaction has failed.
   */
  readonly runs: Map<string, string>;
}

/** A game whose turns could not be read when it ended. It is closed without them. */
export interface UnreadableGame {
  readonly ref: GameRef;
  readonly id: string;
  readonly reason: string;
}

/** What writing has found out. */
export interface WrittenEvents {
  /** The games that were played again under the ids of one that had ended. */
  readonly repeated: readonly RepeatedGame[];
  readonly unreadable: readonly UnreadableGame[];
}

/** Most runs that are remembered. */
const MAX_RUNS = 10_000;

/**
 * Writes events in their order, but consecutive turns of a game as one chunk. Throws if one of them cannot be written.
 */
export async function writeEvents(
  db: Database,
  events: readonly JournalEvent[],
  { host, runs }: EventSource,
): Promise<WrittenEvents> {
  const chunks = new Map<string, UnwrittenChunk>();
  const repeated: RepeatedGame[] = [];
  const unreadable: UnreadableGame[] = [];
  for (const event of events) {
    const key = gameIdOf(event);
    const chunk = chunks.get(key);
    if (event.kind === 'turn') {
      const turn = { facts: event.facts, body: toKeptBody(event.body) };
      if (chunk === undefined) chunks.set(key, { ref: event, turns: [turn], characters: turn.body.length });
      else addTurn(chunk, turn);
      if (chunk === undefined || chunk.characters < PIECE_CHARACTERS) continue;
      await writeChunk(db, chunk, runs);
      chunks.delete(key);
      continue;
    }
    if (chunk !== undefined) await writeChunk(db, chunk, runs);
    chunks.delete(key);
    if (event.kind === 'began') runs.delete(key);
    if (event.kind === 'began') repeated.push(...(await beginGame(db, event, host)));
    else unreadable.push(...(await endGame(db, event)));
  }
  for (const chunk of chunks.values()) await writeChunk(db, chunk, runs);
  return { repeated, unreadable };
}

interface UnwrittenChunk {
  readonly ref: GameRef;
  readonly turns: WrittenTurn[];
  /** In the bodies of the turns. */
  characters: number;
}

function addTurn(chunk: UnwrittenChunk, turn: WrittenTurn): void {
  chunk.turns.push(turn);
  chunk.characters += turn.body.length;
}

/** Adds turns to the latest run of their game. Drops them if the journal does not have the game. */
async function writeChunk(db: Database, { ref, turns }: UnwrittenChunk, runs: EventSource['runs']): Promise<void> {
  const first = gameIdOf(ref);
  const id = runs.get(first) ?? (await findLatestRun(db, ref))?.id;
  if (id === undefined) return;
  if (runs.size >= MAX_RUNS) runs.clear();
  runs.set(first, id);
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
 * Begins a run of a game, beside those that have ended. A run under way is replaced if the game begins again on turn 0.
 * It goes on if the game begins later: the host has been replaced meanwhile, and what its predecessor wrote is kept.
 */
async function beginGame(db: Database, event: BeganEvent, host: string): Promise<RepeatedGame[]> {
  const latest = await findLatestRun(db, event);
  const { turn, values } = toRow(event);
  if (latest === undefined || isOver(latest, turn)) {
    const run = (latest?.run ?? 0) + 1;
    const id = gameIdOf(event, run);
    await db
      .insertInto('games')
      .values({ ...values, id, run, host })
      .execute();
    return latest === undefined ? [] : [{ ref: event, id, before: latest.id }];
  }
  const { id, run } = latest;
  if (turn === 0) {
    await db.deleteFrom('games').where('id', '=', id).execute();
    await db.deleteFrom('chunks').where('game_id', '=', id).execute();
    await db
      .insertInto('games')
      .values({ ...values, id, run, host })
      .execute();
  } else await db.updateTable('games').set({ ended_at: null, result: null, host }).where('id', '=', id).execute();
  return [];
}

/** Closes the latest run of a game. A result that is known is never replaced by “abandoned”. */
async function endGame(db: Database, event: Extract<JournalEvent, { kind: 'ended' }>): Promise<UnreadableGame[]> {
  const latest = await findLatestRun(db, event);
  if (latest === undefined || (isFinal(latest.result) && event.outcome.result === 'abandoned')) return [];
  const { id } = latest;
  const ending = { ...event, body: event.body && toKeptBody(event.body) };
  try {
    await closeGame(db, id, ending);
    return [];
  } catch (thrown) {
    if (isUnavailable(thrown)) throw thrown;
    await closeWithoutTurns(db, id, ending);
    return [{ ref: event, id, reason: messageOf(thrown) }];
  }
}

function toRow({ at, body, player, imported, ...ref }: BeganEvent): {
  turn: number;
  values: Omit<Insertable<GamesTable>, 'id'>;
} {
  const { game, turn, board, you } = parseRequest(body);
  const { assignment } = player;
  const others = board.snakes.filter((snake) => snake.id !== you.id);
  const values = {
    ...toStoredRef(ref),
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
    sides: assignment?.sides ?? '',
    imported: imported === undefined ? '' : JSON.stringify(imported),
  };
  return { turn, values };
}
