/** The results of one contestant: outcomes, errors, times and deaths. */
import type { Seat, EliminationCause } from '../../rules/types.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import { mergeHistograms, type Histogram } from '../../stats/histogram.js';
import type { ContestantIndex } from './contest.js';
import type { GameRecord, SeatRecord } from './game-record.js';

export const countSchema = Type.Integer({ minimum: 0 });

export const outcomesSchema = Type.Object(
  {
    /** Games in which it scored more than all others. */
    wins: countSchema,
    /** Games in which it scored as much as the best of the others. */
    draws: countSchema,
    /** Games in which another snake scored more. */
    losses: countSchema,
    /** Its scores, added up. */
    points: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
/** Outcomes of the base's or candidate's games. Plain data. */
export type Outcomes = SchemaValue<typeof outcomesSchema>;

export const noOutcomes: Outcomes = Object.freeze({ wins: 0, draws: 0, losses: 0, points: 0 });

/** The outcomes with one more game, which the snake at `own` played. `scores` are by seat. */
export function addOutcome({ wins, draws, losses, points }: Outcomes, scores: readonly number[], own: Seat): Outcomes {
  const score = scores[own]!;
  const best = Math.max(...scores.filter((_, seat) => seat !== own));
  return {
    wins: wins + Number(score > best),
    draws: draws + Number(score === best),
    losses: losses + Number(score < best),
    points: points + score,
  };
}

export function countGames({ wins, draws, losses }: Outcomes): number {
  return wins + draws + losses;
}

/** The mean score of a game, from 0 to 1; 0.5 without games. */
export function meanScore(outcomes: Outcomes): number {
  const games = countGames(outcomes);
  return games === 0 ? 0.5 : outcomes.points / games;
}

function countsOf<Counts>(keys: string) {
  return Type.Unsafe<Counts>({
    type: 'object',
    patternProperties: { [keys]: countSchema },
    additionalProperties: false,
  });
}

export const sideSchema = Type.Object(
  {
    /** Finished games, each of its seats counted. */
    games: countSchema,
    answers: countSchema,
    /** Turns on which the strategy's move was played. */
    ownMoves: countSchema,
    lostTurns: countSchema,
    failures: countSchema,
    fallbacks: countSchema,
    /** Games that ended because it crashed its process. */
    crashes: countSchema,
    problem: Type.Optional(Type.String()),
    crash: Type.Optional(Type.String()),
    /** Lengths at the end of its games, added up, in cells. */
    length: countSchema,
    /** Turns before which it pondered, and how many of them it had expected; absent if it never pondered. */
    pondered: Type.Optional(Type.Object({ turns: countSchema, found: countSchema }, { additionalProperties: false })),
    /** On the scale of {@link ANSWER_TIMES}. */
    took: countsOf<Histogram>('^\\d+$'),
    deaths: countsOf<Partial<Record<EliminationCause, number>>>('^[a-z-]+$'),
  },
  { additionalProperties: false },
);
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

/** Whether it was asked to play and never did: none of its moves was the strategy's, or it crashed in all games. */
export function neverPlayed({ answers, ownMoves, crashes }: SideTally): boolean {
  return ownMoves === 0 && (answers > 0 || crashes > 0);
}

interface GameCounts {
  readonly played: number;
  readonly turns: number;
  /** By contestant. */
  readonly sides: readonly SideTally[];
}

/** The counts of a tally with one more game. `seats` has the contestants by seat. */
export function addRecord(counts: GameCounts, seats: readonly ContestantIndex[], record: GameRecord): GameCounts {
  const sides = [...counts.sides];
  if (record.kind === 'crashed') {
    const side = seats[record.seat]!;
    sides[side] = addCrash(sides[side]!, record.reason);
    return { played: counts.played, turns: counts.turns, sides };
  }
  seats.forEach((side, seat) => (sides[side] = addSeat(sides[side]!, record.seats[seat]!)));
  return { played: counts.played + 1, turns: counts.turns + record.turns, sides };
}
