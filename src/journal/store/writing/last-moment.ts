/** When a run was last played, as far as it is written: that says which host has it. */
import { unpackTurns, type WrittenTurn } from '../packed-turns.js';
import type { GameRun } from '../runs.js';
import type { Database } from '../tables.js';

/**
 * The moment of the latest event of a run that has not ended, or only as abandoned. In ms since 1970. Looked at only
 * when a second host comes in: to keep it with every turn would cost as much as the turn.
 */
export async function findLastMoment(db: Database, { id, heldAt, endedAt }: GameRun): Promise<number> {
  const chunk = await db
    .selectFrom('chunks')
    .select('packed')
    .where('game_id', '=', id)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row =
    endedAt === null
      ? undefined
      : await db.selectFrom('games').select('packed').where('id', '=', id).executeTakeFirst();
  return Math.max(heldAt, ...[chunk?.packed, row?.packed].map(lastMomentIn));
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

function lastOf(turns: readonly WrittenTurn[]): number {
  return turns.reduce((last, { facts }) => Math.max(last, facts.at), 0);
}
