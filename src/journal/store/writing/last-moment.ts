/** When a run was last played, as far as it is written: that says which host has it. */
import { unpackTurns, type ChunkTurn } from '../packed-turns.js';
import type { GameRun } from '../runs.js';
import type { Database } from '../tables.js';

/**
 * The moment of the latest event of a run that has not ended, or only as abandoned. In ms since 1970. Looked at only
 * when a second host comes in: to keep it with every turn would cost as much as the turn. It may be in any chunk, since
 * one may hold turns from before and after those of another host.
 */
export async function findLastMoment(db: Database, { id, heldAt, endedAt }: GameRun): Promise<number> {
  let last = heldAt;
  if (endedAt !== null) {
    const row = await db.selectFrom('games').select('packed').where('id', '=', id).executeTakeFirst();
    last = Math.max(last, lastMomentIn(row?.packed));
  }
  const chunks = db.selectFrom('chunks').where('game_id', '=', id);
  // One by one: those of a very long game are too large to be in memory together.
  for (const { turn } of await chunks.select('turn').execute()) {
    const chunk = await chunks.select('packed').where('turn', '=', turn).executeTakeFirst();
    last = Math.max(last, lastMomentIn(chunk?.packed));
  }
  return last;
}

function lastMomentIn(packed: Uint8Array | null | undefined): number {
  if (packed === null || packed === undefined) return 0;
  try {
    return lastOf(unpackTurns(packed));
  } catch {
    // It will be reported when the game is closed.
    return 0;
  }
}

function lastOf(turns: readonly ChunkTurn[]): number {
  return turns.reduce((last, { facts }) => Math.max(last, facts.at), 0);
}
