/** How one contestant of a match did: its own errors, the time it took, how it died. */
import type { EliminationCause } from '../../rules/types.js';
import { mergeHistograms, type Histogram } from '../../stats/histogram.js';
import type { SeatRecord } from './game-record.js';

/** The summary of one contestant's games. Plain data. */
export interface SideTally {
  /** Games played to their end, each of its seats counted. */
  readonly games: number;
  /** Turns on which it was asked. */
  readonly answers: number;
  /** Of these, turns on which its own move was played. */
  readonly ownMoves: number;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  /** Games that ended because it crashed its process. */
  readonly crashes: number;
  /** The first thing that went wrong. */
  readonly problem?: string;
  /** The reason of the first crash. */
  readonly crash?: string;
  /** Lengths at the end of its games, added up, in cells. */
  readonly length: number;
  /** On the scale of {@link ANSWER_TIMES}. */
  readonly took: Readonly<Histogram>;
  readonly deaths: Readonly<Partial<Record<EliminationCause, number>>>;
}

/** A contestant without games. */
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

/** The tally with one more game at one seat. */
export function addSeat(side: SideTally, seat: SeatRecord): SideTally {
  const { death } = seat;
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
    took: mergeHistograms(side.took, seat.took),
    deaths: death === undefined ? side.deaths : { ...side.deaths, [death]: (side.deaths[death] ?? 0) + 1 },
  };
}

/** The tally with one more game that this contestant crashed. */
export function addCrash(side: SideTally, reason: string): SideTally {
  return { ...side, crashes: side.crashes + 1, crash: side.crash ?? reason };
}

/** Whether it was asked to play and never did: no move of its games was its own, or it crashed all of them. */
export function neverPlayed({ answers, ownMoves, crashes }: SideTally): boolean {
  return ownMoves === 0 && (answers > 0 || crashes > 0);
}
