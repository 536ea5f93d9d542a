/** Writes turns of a game: as a chunk while it is in progress, into its row when it is closed. */
import { messageOf } from '../../../errors/errors.js';
import type { GameRef } from '../../../wire/resources.js';
import { closeWithoutTurns, recomputeSums } from '../close-game.js';
import { mergeTurns, packTurns, unpackTurns, type ChunkTurn } from '../packed-turns.js';
import { findRunPlayed, isFinal, type GameRun } from '../runs.js';
import type { Database } from '../tables.js';
import { isUnavailable } from '../../is-unavailable.js';
import { findLastMoment, runsOf, takeRun, type Writing } from './writing.js';

export interface UnwrittenTurns {
  readonly ref: GameRef;
  readonly turns: readonly ChunkTurn[];
}

/**
 * Adds turns to the run of their game that this host plays. Drops them if the journal does not have the game. A game
 * that was closed as abandoned continues, if they are its latest: its host was only unreachable.
 */
export async function writeTurns(writing: Writing, { ref, turns }: UnwrittenTurns): Promise<void> {
  const chunk = mergeTurns(turns);
  const { at } = chunk.at(-1)!.facts;
  const run = findRunPlayed(runsOf(writing, ref), writing.host, at);
  if (run === undefined) return;
  const isOpen = await takeByTurn(writing, ref, run, at);
  await insertChunk(writing.db, run.id, chunk);
  if (!isOpen) writing.closed.set(run.id, ref);
}

/** Closed games have got turns that came late from another host: sums these games up again. */
export async function addToClosed({ db, closed, judged, unreadable }: Writing): Promise<void> {
  for (const [id, ref] of closed) {
    try {
      judged.push(...(await recomputeSums(db, id)));
    } catch (thrown) {
      if (isUnavailable(thrown)) throw thrown;
      await closeWithoutTurns(db, id);
      unreadable.push({ ref, id, reason: messageOf(thrown) });
    }
  }
}

/** Notes that this host has the game, if its turn is the latest. Returns whether the game is then in progress. */
async function takeByTurn(writing: Writing, ref: GameRef, run: GameRun, at: number): Promise<boolean> {
  const { db, host } = writing;
  if (isFinal(run.result)) return false;
  if (run.host === host && run.result === null) return true;
  if (run.host !== host && at < (await findLastMoment(db, run))) return run.result === null;
  await takeRun(writing, ref, run, at);
  return true;
}

async function insertChunk(db: Database, id: string, chunk: readonly ChunkTurn[]): Promise<void> {
  const key = { game_id: id, turn: chunk[0]!.facts.turn };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chunks')
    .values({ ...key, packed: packTurns(chunk) })
    .onConflict((conflict) => conflict.columns(['game_id', 'turn']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  // A chunk that begins with the same turn exists: the turn was repeated, or has its shadow now. Merge the two.
  const at = db.selectFrom('chunks').where('game_id', '=', id).where('turn', '=', key.turn);
  const { packed } = await at.select('packed').executeTakeFirstOrThrow();
  await db
    .updateTable('chunks')
    .set({ packed: packTurns(mergeTurns([...unpackTurns(packed), ...chunk])) })
    .where('game_id', '=', id)
    .where('turn', '=', key.turn)
    .execute();
}
