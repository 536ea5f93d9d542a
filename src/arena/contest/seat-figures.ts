/** The figures of a seat: counted from its replies in a game, and added up over games. */
import type { EliminationCause } from '../../rules/types.js';
import { addSize, type Histogram, type LogScale } from '../../stats/histogram.js';
import { Type, type SchemaValue, type Static } from '../../wire/type.js';
import type { Reply } from '../game/arena-snake.js';

export const countSchema = Type.Integer({ minimum: 0 });
export const CLOSED = { additionalProperties: false };

/** Counts by key. */
function countsOf<Counts>(keys: string) {
  return Type.Unsafe<Counts>({ type: 'object', patternProperties: { [keys]: countSchema }, ...CLOSED });
}

/** The scale of the times of answers: buckets that are 9 % wide, down to a microsecond. */
export const ANSWER_TIMES: LogScale = { perDoubling: 8, unit: 0.001 };

/** The scale of what strategies note of their searches: exact up to 100, then within 1 %. */
export const SEARCH_SIZES: LogScale = { perDoubling: 70, unit: 1 };
const histogramSchema = countsOf<Histogram>('^\\d+$');

/** All numbers are counts, so that {@link addFigures} adds up the figures of several games. */
export const seatFigures = {
  answers: countSchema,
  /** Turns on which the strategy's move was played: returned, or proposed in time. */
  ownMoves: countSchema,
  /** Late or missing answers: in an engine the snake keeps its direction. */
  lostTurns: countSchema,
  /** Answers that threw or were no move. */
  failures: countSchema,
  /** Moves that the host made instead of the strategy: both of the above. Always 0 for a snake behind a URL. */
  fallbacks: countSchema,
  /** The first fault, in a sentence. */
  problem: Type.Optional(Type.String()),
  /** Turns before which it pondered, and how many of them it had expected; absent if it never pondered. */
  pondered: Type.Optional(Type.Object({ turns: countSchema, found: countSchema }, CLOSED)),
  /** On the scale of {@link ANSWER_TIMES}. */
  took: histogramSchema,
  /** The depths and nodes that it noted, on the scale of {@link SEARCH_SIZES}; absent if it noted none. */
  searched: Type.Optional(Type.Object({ depth: histogramSchema, nodes: histogramSchema }, CLOSED)),
  /** At the end of the game, in cells. */
  length: countSchema,
  /** Absent if it never died. */
  deaths: Type.Optional(countsOf<Partial<Record<EliminationCause, number>>>('^[a-z-]+$')),
};
export const seatSchema = Type.Object(seatFigures, CLOSED);
/** A seat in one game. Plain data. */
export type SeatRecord = SchemaValue<typeof seatSchema>;
/** A seat whose replies are still being counted. */
export type SeatCount = Static<typeof seatSchema>;

export function createSeatCount(): SeatCount {
  return { answers: 0, ownMoves: 0, lostTurns: 0, failures: 0, fallbacks: 0, took: {}, length: 0 };
}

export function countReply(count: SeatCount, reply: Reply): void {
  const { move, took, failure, fallback, isDelegated = false, problem, found, note } = reply;
  addSize(count.took, ANSWER_TIMES, took);
  count.answers += 1;
  const isReplaced = isDelegated || (failure !== undefined && fallback !== 'proposed');
  if (move !== undefined && !isReplaced) count.ownMoves += 1;
  if (move === undefined || failure === 'late') count.lostTurns += 1;
  else if (failure !== undefined) count.failures += 1;
  if (failure !== undefined) count.fallbacks += 1;
  if (problem !== undefined) count.problem ??= problem;
  if (found !== undefined) {
    count.pondered ??= { turns: 0, found: 0 };
    count.pondered.turns += 1;
    count.pondered.found += Number(found);
  }
  for (const figure of ['depth', 'nodes'] as const) {
    if (note?.[figure] === undefined) continue;
    count.searched ??= { depth: {}, nodes: {} };
    addSize(count.searched[figure], SEARCH_SIZES, note[figure]);
  }
}

/** The sum of both, key by key, also in groups. A text stays as it is. */
export function addFigures<Figures extends object>(sum: Figures, more: object): Figures {
  const added = { ...sum } as Record<string, unknown>;
  for (const [key, value] of Object.entries(more)) {
    const before = added[key];
    if (typeof value === 'number') added[key] = Number(before ?? 0) + value;
    else if (typeof value === 'object') added[key] = addFigures(before ?? {}, value as object);
    else added[key] = before ?? value;
  }
  return added as Figures;
}
