/** How one contestant of a match did: its own errors, the time it took, how it died. */
import type { EliminationCause } from '../../rules/types.js';
import { mergeHistograms, type Histogram } from '../../stats/histogram.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import type { SeatRecord } from './game-record.js';
import { countSchema } from './outcomes.js';

function countsOf<Counts>(keys: string) {
  return Type.Unsafe<Counts>({
    type: 'object',
    patternProperties: { [keys]: countSchema },
    additionalProperties: false,
  });
}

export const sideSchema = Type.Object(
  {
    /** Games played to their end, each of its seats counted. */
    games: countSchema,
    /** Turns on which it was asked. */
    answers: countSchema,
    /** Of these, turns on which its own move was played. */
    ownMoves: countSchema,
    lostTurns: countSchema,
    failures: countSchema,
    fallbacks: countSchema,
    /** Games that ended because it crashed its process. */
    crashes: countSchema,
    /** The first thing that went wrong. */
    problem: Type.Optional(Type.String()),
    /** The reason of the first crash. */
    crash: Type.Optional(Type.String()),
    /** Lengths at the end of its games, added up, in cells. */
    length: countSchema,
    /** Turns before which it had pondered, and those of them that it had expected; absent if it never has. */
    pondered: Type.Optional(Type.Object({ turns: countSchema, found: countSchema }, { additionalProperties: false })),
    /** On the scale of {@link ANSWER_TIMES}. */
    took: countsOf<Histogram>('^\\d+$'),
    deaths: countsOf<Partial<Record<EliminationCause, number>>>('^[a-z-]+$'),
  },
  { additionalProperties: false },
);
/** The summary of one contestant's games. Plain data. */
export type SideTally = SchemaValue<typeof sideSchema>;

export const emptySide: SideTally = Object.freeze({
  games: 0,
  answers: 0,
  ownMoves: 0,
  lostTurns: 0,
  failures: 0,
  fallbacks: 0,
  crashes: 0,
  length: 0,
  took: {},
  deaths: {},
});

export function addSeat(side: SideTally, seat: SeatRecord): SideTally {
  const { death, pondered } = seat;
  const { turns, found } = side.pondered ?? { turns: 0, found: 0 };
  const problem = side.problem ?? seat.problem;
  return {
    ...side,
    games: side.games + 1,
    answers: side.answers + seat.answers,
    ownMoves: side.ownMoves + seat.ownMoves,
    lostTurns: side.lostTurns + seat.lostTurns,
    failures: side.failures + seat.failures,
    fallbacks: side.fallbacks + seat.fallbacks,
    ...(problem === undefined ? {} : { problem }),
    length: side.length + seat.length,
    ...(pondered !== undefined && { pondered: { turns: turns + pondered.turns, found: found + pondered.found } }),
    took: mergeHistograms(side.took, seat.took),
    deaths: death === undefined ? side.deaths : { ...side.deaths, [death]: (side.deaths[death] ?? 0) + 1 },
  };
}

export function addCrash(side: SideTally, reason: string): SideTally {
  return { ...side, crashes: side.crashes + 1, crash: side.crash ?? reason };
}

/** Whether it was asked to play and never did: no move of its games was its own, or it crashed all of them. */
export function neverPlayed({ answers, ownMoves, crashes }: SideTally): boolean {
  return ownMoves === 0 && (answers > 0 || crashes > 0);
}
