/** The results of one contestant: outcomes, and the figures of its seats. */
import type { Seat } from '../../rules/types.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import type { ContestantIndex } from './contest.js';
import type { CrashedGame, GameRecord } from './game-record.js';
import { addFigures, CLOSED, countSchema, createSeatCount, seatFigures, type SeatRecord } from './seat-figures.js';

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

export function addSeat(side: SideTally, seat: SeatRecord): SideTally {
  return addFigures(side, { games: 1, ...seat });
}

export function addCrash(side: SideTally, { reason, seed, turn }: CrashedGame): SideTally {
  return addFigures(side, { crashes: 1, crash: reason, crashedOn: `turn ${turn} of the seed "${seed}"` });
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
    sides[side] = addCrash(sides[side]!, record);
    return { played: counts.played, turns: counts.turns, sides };
  }
  seats.forEach((side, seat) => (sides[side] = addSeat(sides[side]!, record.seats[seat]!)));
  return { played: counts.played + 1, turns: counts.turns + record.turns, sides };
}
