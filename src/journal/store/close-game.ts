/** Closes a game: counts its turns and packs them into its own row. Called inside a transaction. */
import type { GameOutcome } from '../../inference/game-outcome.js';
import { measuredLatency } from '../../inference/move-used.js';
import { parseRequest } from '../../wire/reader.js';
import type { TurnFacts } from '../journal-event.js';
import { mergeTurns, packText, packTurns, unpackTurns, type WrittenTurn } from './packed-turns.js';
import { countShadow } from './shadow-counts.js';
import { toStorable } from './storable.js';
import type { Database } from './tables.js';
import { formatHistogram, type Histogram } from '../../stats/histogram.js';
import { addTiming } from './timings.js';

/** How and when a game ended. */
export interface Ending {
  /** In ms since 1970. */
  readonly at: number;
  readonly outcome: GameOutcome;
  /** The body of `/end`; absent if none came. */
  readonly body?: string | undefined;
}

/** Closes a game that has a row. Turns of a game without one are dropped. Throws if its turns cannot be read. */
export async function closeGame(db: Database, id: string, { at, outcome, body }: Ending): Promise<void> {
  const columns = ['started_at', 'snakes', 'packed'] as const;
  const row = await db.selectFrom('games').select(columns).where('id', '=', id).executeTakeFirst();
  if (row !== undefined) {
    const turns = await readTurns(db, id, row.packed);
    const { result, place, cause } = outcome;
    const killer = findName(turns.at(-1), outcome.killer);
    await db
      .updateTable('games')
      .set({
        // The wall clock may have been set back meanwhile.
        ended_at: Math.max(at, Number(row.started_at)),
        result,
        place: row.snakes < 2 ? null : (place ?? null),
        turns: outcome.turns ?? turns.at(-1)?.facts.turn ?? 0,
        cause: cause ?? null,
        killer: killer === undefined ? null : toStorable(killer),
        ...countTurns(turns.map(({ facts }) => facts)),
        ...countShadow(turns, { body, isDeath: result === 'loss' || cause !== undefined }),
        packed: packTurns(turns),
        ending: body === undefined ? null : packText(body),
      })
      .where('id', '=', id)
      .execute();
  }
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
}

/** Closes an abandoned game whose turns cannot be read: drops them, and keeps what its row says already. */
export async function closeWithoutTurns(db: Database, id: string, at: number): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
  await db
    .updateTable('games')
    .set({ ended_at: at, result: 'abandoned', packed: null, ending: null })
    .where('id', '=', id)
    .execute();
}

/** All turns of a game in order: those packed when it seemed to have ended, and those written since. */
export async function readTurns(db: Database, id: string, packed: Uint8Array | null): Promise<WrittenTurn[]> {
  const rows = await db.selectFrom('chunks').select('packed').where('game_id', '=', id).orderBy('turn').execute();
  const pieces = packed === null ? rows : [{ packed }, ...rows];
  return mergeTurns(pieces.flatMap((piece) => unpackTurns(piece.packed)));
}

/** The name of a snake on a turn's board. */
function findName(turn: WrittenTurn | undefined, snake: string | undefined): string | undefined {
  if (turn === undefined || snake === undefined) return undefined;
  return parseRequest(turn.body).board.snakes.find(({ id }) => id === snake)?.name;
}

/** The sums over the turns of a game that a report needs. */
function countTurns(turns: readonly TurnFacts[]) {
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };
  const took: Histogram = {};
  const latency: Histogram = {};
  for (const { answer, last } of turns) {
    counts[answer.kind]++;
    addTiming(took, answer.took);
    if (last === undefined) continue;
    if (last.used === 'no') counts.lost++;
    const measured = measuredLatency(last.latency, last.used);
    if (measured !== undefined) addTiming(latency, measured);
  }
  return { ...counts, took: formatHistogram(took), latency: formatHistogram(latency) };
}
