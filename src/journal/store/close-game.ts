/** Closes a game: counts its turns and packs them into its own row. Called inside a transaction. */
import type { Updateable } from 'kysely';
import { outcomeOfTurns, type GameOutcome } from '../../inference/game-outcome.js';
import { type GameResult } from '../../views/game-rows.js';
import { measuredLatency, wasLastMoveUsed, wasMoveUsed, type LiveTurn } from '../../inference/move-used.js';
import { type Used } from '../../views/game-rows.js';
import { ranksOf } from '../../stats/rank-score.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRef } from '../../wire/resources.js';
import { NO_TURNS, type TurnRange, type TurnFacts } from '../journal-event.js';
import {
  mergeFacts,
  mergeTurns,
  packText,
  packTurns,
  PIECE_CHARACTERS,
  unpackText,
  unpackTurns,
  type ChunkTurn,
} from './packed-turns.js';
import { countShadow, type SeenEnd } from './shadow-counts.js';
import { toStorable } from './storable.js';
import type { Database, GamesTable } from './tables.js';
import { formatHistogram, type Histogram } from '../../stats/histogram.js';
import { addTiming } from './timings.js';

export interface Ending {
  /** In ms since 1970. */
  readonly at: number;
  readonly outcome: GameOutcome;
  /** The body of `/end`; absent if none came. */
  readonly body?: string | undefined;
  /** The turns behind the outcome, if the host did not see the whole game. */
  readonly saw?: TurnRange | undefined;
}

/** The fate of an answer whose host could not see it, because the next request reached another host. */
export interface JudgedAnswer extends GameRef {
  readonly turn: number;
  /** How long the answer took, in ms. */
  readonly took: number;
  /** As the engine reports it: ms, or empty. */
  readonly latency: string;
  readonly used: Used;
}

/**
 * Closes a game that has a row. Turns of a game without one are dropped. Returns what its turns show of answers that no
 * host alone could judge. Throws if its turns cannot be read, before anything is changed.
 */
export async function closeGame(db: Database, id: string, ending: Ending): Promise<JudgedAnswer[]> {
  const row = await findRow(db, id);
  if (row === undefined) return deleteChunks(db, id).then(() => []);
  return packAll(db, id, row, ending, (turns) => sumUp(turns, row, ending));
}

/** Sums up a closed game that has got more turns since: they may show better how it ended. Throws as the above. */
export async function recomputeSums(db: Database, id: string): Promise<JudgedAnswer[]> {
  const row = await findRow(db, id);
  if (row === undefined) return deleteChunks(db, id).then(() => []);
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
  await deleteChunks(db, id);
  const row = await findRow(db, id);
  if (row === undefined) return;
  if (known === undefined) return update(db, id, { packed: null });
  const { at, outcome, body } = known;
  const { result, place = null, turns, died = null, cause = null } = outcome;
  const ending = body === undefined ? null : packText(body);
  const summary = {
    ended_at: endOf(row, at),
    result,
    place: row.snakes < 2 ? null : place,
    cause,
    died,
    ...(turns !== undefined && { turns }),
  };
  await update(db, id, { ...summary, packed: null, ending });
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
  if (kept === undefined) return closeLongGame(db, id, row, toSums).then(() => []);
  const turns = withLastFeedback(withMissingFeedback(kept), ending.body);
  const bodies = turns.map(({ body }) => body);
  const sums = toSums({ facts: turns.map(({ facts }) => facts), bodies, last: bodies.at(-1) });
  await update(db, id, { ...sums, packed: packTurns(turns) });
  await deleteChunks(db, id);
  await rankSeats(db, row);
  const { snake, game, you } = row;
  return judgedIn(kept, turns, ending).map((answer) => ({ snake, game, you, ...answer }));
}

function judgedIn(
  kept: readonly ChunkTurn[],
  turns: readonly ChunkTurn[],
  { body, saw }: Pick<Ending, 'body' | 'saw'>,
) {
  const own = saw === undefined ? kept.at(-1) : kept.find(({ facts }) => facts.turn === saw[1]);
  // The host that was sent the end has judged its last answer by it.
  const isJudged = own !== undefined && withLastFeedback([own], body)[0] !== own;
  const answers = turns.flatMap(({ facts: { turn, answer, last, end } }, index) => {
    const { facts } = kept[index]!;
    const before = kept[index - 1]?.facts;
    const hasLast = last !== undefined && facts.last === undefined;
    return [
      ...(hasLast ? [{ turn: turn - 1, took: before!.answer.took!, ...last }] : []),
      ...(end !== undefined && facts.end === undefined ? [{ turn, took: answer.took!, ...end }] : []),
    ];
  });
  return answers.filter(({ turn }) => !isJudged || turn !== own.facts.turn);
}

/** Least counted size of a turn's facts, in characters. */
const FACTS_CHARACTERS = 500;

/**
 * All turns of a game in order: those packed in its row, and those written since or packed in pieces. `undefined`
 * beyond `most` characters.
 */
export async function readTurns(
  db: Database,
  id: string,
  packed: Uint8Array | null,
  most: number,
): Promise<ChunkTurn[] | undefined> {
  const turns: ChunkTurn[] = [];
  let characters = 0;
  for await (const piece of readPieces(db, id, packed)) {
    for (const turn of piece) {
      characters += FACTS_CHARACTERS + turn.body.length;
      turns.push(turn);
    }
    if (characters > most) return undefined;
  }
  return mergeTurns(turns);
}

/** The turns of a game piece by piece, each as it was packed. */
async function* readPieces(db: Database, id: string, packed: Uint8Array | null): AsyncGenerator<ChunkTurn[]> {
  if (packed !== null) yield unpackTurns(packed);
  const chunks = db.selectFrom('chunks').where('game_id', '=', id);
  for (const { turn } of await chunks.select('turn').orderBy('turn').execute()) {
    yield unpackTurns((await chunks.select('packed').where('turn', '=', turn).executeTakeFirstOrThrow()).packed);
  }
}

/** Closes a game whose turns do not fit in memory together: they stay in `chunks`, packed in larger pieces. */
async function closeLongGame(db: Database, id: string, { packed }: ClosingRow, toSums: ToSums): Promise<void> {
  const kept = new Map<number, { facts: TurnFacts; piece: number }>();
  let piece = 0;
  for await (const turns of readPieces(db, id, packed)) {
    for (const { facts } of turns) {
      const known = kept.get(facts.turn);
      const merged = known === undefined ? facts : mergeFacts(known.facts, facts);
      if (merged !== known?.facts) kept.set(facts.turn, { facts: merged, piece });
    }
    piece++;
  }
  const facts = [...kept.values()].map((turn) => turn.facts).sort((a, b) => a.turn - b.turn);
  const factsIn = (turn: number, index: number) => {
    const known = kept.get(turn);
    return known?.piece === index ? known.facts : undefined;
  };
  const last = await repack(db, id, packed, { factsIn, last: facts.at(-1)?.turn });
  await update(db, id, { ...toSums({ facts, last }), packed: null });
}

/** Packs the pieces of a game into larger ones. Returns the body of the turn `last`. */
async function repack(
  db: Database,
  id: string,
  packed: Uint8Array | null,
  { factsIn, last }: { factsIn: (turn: number, piece: number) => TurnFacts | undefined; last: number | undefined },
): Promise<string | undefined> {
  // The new pieces must not clash with the old ones, which are still being read.
  const newId = `${id} packed again`;
  let lastBody: string | undefined;
  let open: ChunkTurn[] = [];
  let characters = 0;
  const write = async () => {
    if (open.length === 0) return;
    const turns = mergeTurns(open);
    const row = { game_id: newId, turn: turns[0]!.facts.turn, packed: packTurns(turns) };
    await db.insertInto('chunks').values(row).execute();
    [open, characters] = [[], 0];
  };
  let index = 0;
  for await (const piece of readPieces(db, id, packed)) {
    for (const { facts: written, body } of mergeTurns(piece)) {
      const facts = factsIn(written.turn, index);
      if (facts === undefined) continue;
      if (characters + body.length > PIECE_CHARACTERS) await write();
      open.push({ facts, body });
      characters += body.length;
      if (facts.turn === last) lastBody = body;
    }
    index++;
  }
  await write();
  await deleteChunks(db, id);
  await db.updateTable('chunks').set({ game_id: id }).where('game_id', '=', newId).execute();
  return lastBody;
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
  const { at, body } = ending;
  const outcome = outcomeOf(turns, ending);
  const { result, place, died = null, cause = null } = outcome;
  const killer = findName(turns.last, outcome.killer);
  return {
    ended_at: endOf(row, at),
    result,
    place: row.snakes < 2 ? null : (place ?? null),
    turns: outcome.turns ?? turns.facts.at(-1)?.turn ?? 0,
    died,
    cause,
    killer: killer === undefined ? null : toStorable(killer),
    ...countAll(turns, { body, isDeath: isDeath({ result, cause }) }),
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

/** The columns of a closed game. */
interface ClosingRow extends GameRef {
  readonly run: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly snakes: number;
  readonly turns: number;
  readonly result: string | null;
  readonly cause: string | null;
  readonly packed: Uint8Array | null;
  readonly ending: Uint8Array | null;
}

function findRow(db: Database, id: string): Promise<ClosingRow | undefined> {
  const columns = ['started_at', 'ended_at', 'snakes', 'turns', 'result', 'cause', 'packed', 'ending'] as const;
  const query = db.selectFrom('games').select(columns).select(['snake', 'game', 'you', 'run']);
  return query.where('id', '=', id).executeTakeFirst();
}

/** When a game ended, in ms since 1970: the wall clock may have been set back. */
function endOf(row: ClosingRow, at: number): number {
  return Math.max(at, row.started_at);
}

async function update(db: Database, id: string, values: Updateable<GamesTable>): Promise<void> {
  await db.updateTable('games').set(values).where('id', '=', id).execute();
}

async function deleteChunks(db: Database, id: string): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', id).execute();
}

/** The name of a snake on the board of a request. */
function findName(body: string | undefined, snake: string | undefined): string | undefined {
  if (body === undefined || snake === undefined) return undefined;
  return parseRequest(body).board.snakes.find(({ id }) => id === snake)?.name;
}

/** The sums over the turns that a report needs. */
function countTurns(turns: readonly TurnFacts[]) {
  const counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0, unlikely: 0 };
  const took: Histogram = {};
  const latency: Histogram = {};
  for (const { answer, last, end } of turns) {
    // Imported steps are no answers of ours, and their times would say nothing about this host.
    if (answer.kind === 'seen') continue;
    counts[answer.kind]++;
    addTiming(took, answer.took);
    for (const feedback of [last, end]) {
      if (feedback === undefined) continue;
      if (feedback.used === 'no') counts.lost++;
      if (feedback.used === 'unlikely') counts.unlikely++;
      const measured = measuredLatency(feedback.latency, feedback.used);
      if (measured !== undefined) addTiming(latency, measured);
    }
  }
  return { ...counts, took: formatHistogram(took), latency: formatHistogram(latency) };
}

/** Adds missing feedback: if another host had the previous turn, each turn shows the fate of that answer. */
function withMissingFeedback(turns: readonly ChunkTurn[]): readonly ChunkTurn[] {
  return turns.map((turn, index) => {
    const before = turns[index - 1];
    const isKnown = turn.facts.last !== undefined || before?.facts.end !== undefined;
    const answered = !isKnown && before && toLiveTurn(before);
    if (!answered || answered.turn !== turn.facts.turn - 1) return turn;
    const request = parseRequest(turn.body);
    const used = wasMoveUsed(answered, request);
    return used === undefined
      ? turn
      : { ...turn, facts: { ...turn.facts, last: { used, latency: request.you.latency } } };
  });
}

/** An answered turn of a snake that is mounted here. */
function toLiveTurn({ facts: { turn, answer }, body }: ChunkTurn): LiveTurn | undefined {
  if (answer.kind === 'seen') return undefined;
  const [head, neck] = parseRequest(body).you.body;
  return { turn, move: answer.move, head: head!, neck, took: answer.took };
}

/**
 * The turns of a game, the last one with the feedback of the `/end`, if it has any.
 *
 * @param body of the `/end`; absent if none came.
 */
export function withLastFeedback(turns: readonly ChunkTurn[], body: string | undefined): readonly ChunkTurn[] {
  const last = turns.at(-1);
  if (body === undefined || last === undefined) return turns;
  const answered = toLiveTurn(last);
  if (answered === undefined) return turns;
  const end = parseRequest(body);
  const used = wasLastMoveUsed(answered, end);
  if (used === undefined) return turns;
  const facts = { ...last.facts, end: { used, latency: end.you.latency } };
  return [...turns.slice(0, -1), { ...last, facts }];
}
