/** Closes a game: sums up its turns and packs them into its own row. Called inside a transaction. */
import type { Selectable, Updateable } from 'kysely';
import { outcomeOfTurns, type GameOutcome } from '../../inference/game-outcome.js';
import { ranksOf } from '../../stats/rank-score.js';
import type { GameResult } from '../../views/game-rows.js';
import { listedOn } from '../../wire/fog.js';
import { parseRequest } from '../../wire/reader.js';
import { NO_TURNS, type TurnFacts, type TurnRange } from '../journal-event.js';
import { findFates, type JudgedAnswer } from './answer-fates.js';
import {
  deleteTurns,
  packText,
  packTurns,
  PIECE_CHARACTERS,
  readTurns,
  readLongGame,
  unpackText,
} from './packed-turns.js';
import { toStorable } from './storable.js';
import type { Database, GamesTable } from './tables.js';
import { countShadow, countTurns, type SeenEnd } from './turn-sums.js';

export interface Ending {
  /** In ms since 1970. */
  readonly at: number;
  readonly outcome: GameOutcome;
  /** The body of `/end`; absent if none came. */
  readonly body?: string | undefined;
  /** The turns behind the outcome, if the host did not see the whole game. */
  readonly saw?: TurnRange | undefined;
}

/**
 * Closes a game that has a row. Turns of a game without one are dropped. Returns what its turns show of answers that no
 * host alone could judge. Throws if its turns cannot be read, before anything is changed.
 */
export async function closeGame(db: Database, id: string, ending: Ending): Promise<JudgedAnswer[]> {
  const row = await findRow(db, id);
  if (row === undefined) return deleteTurns(db, id).then(() => []);
  return packAll(db, id, row, ending, (turns) => sumUp(turns, row, ending));
}

/** Sums up a closed game that has got more turns since: they may show better how it ended. Throws as the above. */
export async function recomputeSums(db: Database, id: string): Promise<JudgedAnswer[]> {
  const row = await findRow(db, id);
  if (row === undefined) return deleteTurns(db, id).then(() => []);
  const { ended_at: at, result } = row;
  const body = row.ending === null ? undefined : unpackText(row.ending);
  return packAll(db, id, row, { body, saw: NO_TURNS }, (turns) => {
    if (body !== undefined && at !== null) {
      const outcome = { result: result as GameResult };
      return sumUp(turns, row, { at, outcome, body, saw: NO_TURNS });
    }
    const last = turns.facts.at(-1)?.turn ?? 0;
    return {
      ...countAll(turns, { body: undefined, isDeath: isDeath(row) }),
      turns: result === 'abandoned' ? Math.max(row.turns, last) : row.turns,
    };
  });
}

/**
 * Ranks the snakes of a game once the journal knows of all of them when they died. An engine that removes its dead does
 * not show a snake which others died on the same turn.
 */
async function rankSeats(db: Database, { game, run }: ClosingRow): Promise<void> {
  const seats = await db
    .selectFrom('games')
    .select(['id', 'you', 'snakes', 'result', 'place', 'died'])
    .where('game', '=', game)
    .where('run', '=', run)
    .execute();
  const isAll = Math.max(...seats.map(({ snakes }) => snakes)) === seats.length;
  if (!isAll || seats.length < 2 || new Set(seats.map(({ you }) => you)).size < seats.length) return;
  const lasted = seats.map(({ died, result }) => died ?? (result === 'win' || result === 'draw' ? Infinity : NaN));
  if (lasted.some(Number.isNaN)) return;
  for (const [seat, place] of ranksOf(lasted).entries()) {
    const { id, place: before } = seats[seat]!;
    if (before !== place) await update(db, id, { place });
  }
}

/** Closes a game with unreadable turns: drops them, and keeps the rest. */
export async function closeWithoutTurns(db: Database, id: string, known?: Ending): Promise<void> {
  await deleteTurns(db, id);
  const row = await findRow(db, id);
  if (row === undefined) return;
  if (known === undefined) return update(db, id, { packed: null });
  const { outcome } = known;
  const turns = outcome.turns === undefined ? {} : { turns: outcome.turns };
  await update(db, id, { ...toColumns(outcome, row, known), ...turns, packed: null });
}

/** Packs all turns of a game, and writes its sums. Returns the fates of answers that no host knew. */
async function packAll(
  db: Database,
  id: string,
  row: ClosingRow,
  ending: Pick<Ending, 'body' | 'saw'>,
  toSums: ToSums,
): Promise<JudgedAnswer[]> {
  const kept = await readTurns(db, id, row.packed, PIECE_CHARACTERS);
  if (kept === undefined) {
    await update(db, id, toSums(await readLongGame(db, id, row.packed)));
    return [];
  }
  const { turns, judged } = findFates(kept, ending.body, ending.saw);
  const bodies = turns.map(({ body }) => body);
  const sums = toSums({ facts: turns.map(({ facts }) => facts), bodies, last: bodies.at(-1) });
  await update(db, id, { ...sums, packed: packTurns(turns) });
  await deleteTurns(db, id);
  await rankSeats(db, row);
  const { snake, game, you } = row;
  return judged.map((answer) => ({ snake, game, you, ...answer }));
}

/** The turns of a game, as far as its sums need them. */
interface SummedTurns {
  readonly facts: readonly TurnFacts[];
  /** Absent if they do not fit in memory together. */
  readonly bodies?: readonly string[];
  readonly last: string | undefined;
}

/** Computes the columns that follow from the turns of a game. */
type ToSums = (turns: SummedTurns) => Updateable<GamesTable>;

/** The columns of a closed game, apart from its turns. */
function sumUp(turns: SummedTurns, row: ClosingRow, ending: Ending) {
  const outcome = outcomeOf(turns, ending);
  const columns = toColumns(outcome, row, ending);
  const killer = findName(turns.last, outcome.killer);
  return {
    ...columns,
    turns: outcome.turns ?? turns.facts.at(-1)?.turn ?? 0,
    killer: killer === undefined ? null : toStorable(killer),
    ...countAll(turns, { body: ending.body, isDeath: isDeath(columns) }),
  };
}

/** The columns that follow from how a game ended. */
function toColumns({ result, place, died, cause }: GameOutcome, row: ClosingRow, { at, body }: Ending) {
  return {
    // The wall clock may have been set back.
    ended_at: Math.max(at, row.started_at),
    result,
    place: row.snakes < 2 ? null : (place ?? null),
    died: died ?? null,
    cause: cause ?? null,
    ending: body === undefined ? null : packText(body),
  };
}

/** How the game ended: as reported by the host that got the `/end`, unless others had turns that it has not seen. */
function outcomeOf({ facts, bodies, last }: SummedTurns, { outcome, body, saw }: Ending): GameOutcome {
  if (body === undefined || saw === undefined) return outcome;
  if (saw[0] <= saw[1] && facts.every(({ turn }) => turn >= saw[0] && turn <= saw[1])) return outcome;
  return outcomeOfTurns(bodies ?? (last === undefined ? [] : [last]), body);
}

/** The counts over the turns of a game with a known ending. */
function countAll({ facts, bodies }: Pick<SummedTurns, 'facts' | 'bodies'>, end: SeenEnd) {
  return { ...countTurns(facts), ...countShadow(facts, bodies, end) };
}

/** Whether the snake died on its last turn. */
function isDeath({ result, cause }: Pick<ClosingRow, 'result' | 'cause'>): boolean {
  return result === 'loss' || cause !== null;
}

const KEYS = ['snake', 'game', 'you', 'run'] as const;
const SUMMARY = ['started_at', 'ended_at', 'snakes', 'turns', 'result', 'cause', 'packed', 'ending'] as const;

/** The columns that are needed to close a game. */
type ClosingRow = Pick<Selectable<GamesTable>, (typeof KEYS | typeof SUMMARY)[number]>;

function findRow(db: Database, id: string): Promise<ClosingRow | undefined> {
  return db.selectFrom('games').select(KEYS).select(SUMMARY).where('id', '=', id).executeTakeFirst();
}

async function update(db: Database, id: string, values: Updateable<GamesTable>): Promise<void> {
  await db.updateTable('games').set(values).where('id', '=', id).execute();
}

/** The name of a snake on the board of a request. */
function findName(body: string | undefined, snake: string | undefined): string | undefined {
  if (body === undefined || snake === undefined) return undefined;
  return listedOn(parseRequest(body).board).find(({ id }) => id === snake)?.name;
}
