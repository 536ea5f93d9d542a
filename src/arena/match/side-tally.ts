/** How one contestant of a match went about its games: what it lost by itself, the time it took, how it died. */
import type { EliminationCause } from '../../rules/types.js';
import { mergeDurations, type Durations } from './durations.js';
import type { SeatRecord } from './game-record.js';

export interface SideTally {
  /** Games it played to their end, each seat counted. */
  readonly games: number;
  readonly answers: number;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  /** Games it ended by taking the process with it. */
  readonly crashes: number;
  /** The first thing that went wrong, and the first reason for a crash. */
  readonly problem?: string;
  readonly crash?: string;
  /** Length at the end of its games, together. */
  readonly length: number;
  readonly took: Durations;
  readonly deaths: Readonly<Partial<Record<EliminationCause, number>>>;
}

export const emptySide: SideTally = Object.freeze({
  games: 0,
  answers: 0,
  lostTurns: 0,
  failures: 0,
  fallbacks: 0,
  crashes: 0,
  length: 0,
  took: {},
  deaths: {},
});

/** The tally with one more game. */
export function addSeat(side: SideTally, seat: SeatRecord): SideTally {
  const { death } = seat;
  const problem = side.problem ?? seat.problem;
  return {
    ...side,
    games: side.games + 1,
    answers: side.answers + seat.answers,
    lostTurns: side.lostTurns + seat.lostTurns,
    failures: side.failures + seat.failures,
    fallbacks: side.fallbacks + seat.fallbacks,
    ...(problem === undefined ? {} : { problem }),
    length: side.length + seat.length,
    took: mergeDurations(side.took, seat.took),
    deaths: death === undefined ? side.deaths : { ...side.deaths, [death]: (side.deaths[death] ?? 0) + 1 },
  };
}

/** The tally with one more game that it ended. */
export function addCrash(side: SideTally, reason: string): SideTally {
  return { ...side, crashes: side.crashes + 1, crash: side.crash ?? reason };
}
