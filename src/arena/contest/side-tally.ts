/** The results of one contestant: outcomes, and the figures of its seats. */
import type { Seat } from '../../rules/types.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import type { ContestantIndex } from './contest.js';
import type { GameRecord } from './game-record.js';
import { addFigures, CLOSED, countSchema, createSeatCount, seatFigures } from './seat-figures.js';

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
  CLOSED,
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

/** The counts of a contest so far. */
export const countSchemas = { pairs: countSchema, played: countSchema, turns: countSchema };
export const noCounts = { pairs: 0, played: 0, turns: 0 };

export const sideSchema = Type.Object(
  {
    ...seatFigures,
    /** Finished games, each of its seats counted. */
    games: countSchema,
    /** Games that ended because it crashed its process. */
    crashes: countSchema,
    /** The reason of the first crash. */
    crash: Type.Optional(Type.String()),
    /** Its turn and seed, in words. */
    crashedOn: Type.Optional(Type.String()),
  },
  CLOSED,
);
/** The figures of all its seats, added up: `length` too. Plain data. */
export type SideTally = SchemaValue<typeof sideSchema>;

export const emptySide: SideTally = Object.freeze({ games: 0, ...createSeatCount(), crashes: 0 });

/** Whether it was asked to play and never did: none of its moves was the strategy's, or it crashed in all games. */
export function neverPlayed({ answers, ownMoves, crashes }: SideTally): boolean {
  return ownMoves === 0 && (answers > 0 || crashes > 0);
}

export interface GameCounts {
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
    const { reason, seed, turn } = record;
    const crashedOn = `turn ${turn} of the seed "${seed}"`;
    sides[side] = addFigures(sides[side]!, { crashes: 1, crash: reason, crashedOn });
    return { played: counts.played, turns: counts.turns, sides };
  }
  seats.forEach((side, seat) => (sides[side] = addFigures(sides[side]!, { games: 1, ...record.seats[seat]! })));
  return { played: counts.played + 1, turns: counts.turns + record.turns, sides };
}
