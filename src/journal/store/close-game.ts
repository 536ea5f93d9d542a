/** The end of a game: its turns are read once more, counted, and packed into the game's own row. */
import type { TurnFacts } from '../journal-event.js';
import type { GameResult } from '../../inference/game-outcome.js';
import { parseRequest } from '../../wire/reader.js';
import { gameOutcomeOf, type LastRequests, type GameOutcome } from '../../inference/game-outcome.js';
import { mergeTurns, packText, packTurns, unpackTurns, type WrittenTurn } from './packed-turns.js';
import { countShadow } from './shadow-counts.js';
import type { Database } from './tables.js';
import { addTiming, formatTimings, type Timings } from './timings.js';

/** How a game ended, as an entry tells it. */
export interface Ending {
  readonly at: number;
  readonly result: GameResult;
  readonly body?: string | undefined;
  readonly dead: readonly string[];
}

/** Closes a game that has a row; of one that has none, turns are dropped. */
export async function closeGame(db: Database, id: string, ending: Ending): Promise<void> {
  const row = await db.selectFrom('games').select(['snakes', 'packed']).where('id', '=', id).executeTakeFirst();
  if (row !== undefined) {
    const turns = await readTurns(db, id, row.packed);
    const asked = turns.at(-1);
    const { place, turns: turn, cause, killer } = outcome(ending, asked?.body, row.snakes) ?? {};
    await db
      .updateTable('games')
      .set({
        ended_at: ending.at,
        result: ending.result,
        place: place ?? null,
        turns: turn ?? asked?.facts.turn ?? 0,
        cause: cause ?? null,
        killer: killer?.replaceAll('\0', '\ufffd') ?? null,
        ...countTurns(turns.map(({ facts }) => facts)),
        ...countShadow(turns, { body: ending.body, isDeath: ending.result === 'loss' || cause !== undefined }),
        packed: packTurns(turns),
        ending: ending.body === undefined ? null : packText(ending.body),
      })
      .where('id', '=', id)
      .execute();
  }
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
}

/** Closes an abandoned game whose turns cannot be read: they are dropped, and what its row says of it stays. */
export async function closeWithoutTurns(db: Database, id: string, at: number): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
  await db
    .updateTable('games')
    .set({ ended_at: at, result: 'abandoned', packed: null, ending: null })
    .where('id', '=', id)
    .execute();
}

/** All turns of a game in order: those packed when it seemed to have ended, and those since. */
export async function readTurns(db: Database, id: string, packed: Uint8Array | null): Promise<WrittenTurn[]> {
  const rows = await db.selectFrom('chunks').select('packed').where('game_id', '=', id).orderBy('turn').execute();
  const pieces = packed === null ? rows : [{ packed }, ...rows];
  return mergeTurns(pieces.flatMap((piece) => unpackTurns(piece.packed)));
}

function outcome({ result, body, dead }: Ending, asked: string | undefined, snakes: number): GameOutcome | undefined {
  if (asked === undefined || body === undefined) return undefined;
  const last: LastRequests = { result, snakes, asked: parseRequest(asked), end: parseRequest(body), dead };
  return gameOutcomeOf(last);
}

/** What a report needs of a game's turns. */
function countTurns(turns: readonly TurnFacts[]) {
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };
  const took: Timings = new Map();
  const latency: Timings = new Map();
  for (const { answer, last } of turns) {
    counts[answer.kind]++;
    addTiming(took, answer.took);
    if (last === undefined) continue;
    if (last.used === 'no') counts.lost++;
    // "0" is a real 0 ms only where the answer was surely used; otherwise it may stand for a timeout or for nothing.
    const told = last.latency.trim() === '' ? Number.NaN : Number(last.latency);
    if (told > 0 || (told === 0 && last.used === 'yes')) addTiming(latency, told);
  }
  return { ...counts, took: formatTimings(took), latency: formatTimings(latency) };
}
