/** How a contestant did, as the reports of all contests say it. */
import type { ContestantView, OutcomesView } from '../../page/api/contests.js';
import { percentileBound, type Histogram } from '../../stats/histogram.js';
import { labelOf, type Contestant } from './contest.js';
import { ANSWER_TIMES } from './game-record.js';
import { countGames, meanScore, type Outcomes } from './outcomes.js';
import type { SideTally } from './side-tally.js';

export type JsonNumber = number | 'Infinity' | '-Infinity';

/** One contestant, over all its seats. */
export interface ContestantReport extends ContestantView {
  /** As given by configuration and flags; `null` for a snake behind a URL. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** A hash of the code; `null` for a snake behind a URL. */
  readonly code: string | null;
  /** `null` for a strategy of this machine. */
  readonly url: string | null;
  /** Turns on which its own move was played. */
  readonly ownMoves: number;
}

/** The report of one contestant's errors, times and deaths. */
export function reportContestant(side: SideTally, contestant: Contestant): ContestantReport {
  const { games, answers, ownMoves, lostTurns, failures, fallbacks, crashes, took, length, deaths } = side;
  const isLocal = contestant.kind === 'local';
  return {
    name: contestant.name,
    label: labelOf(contestant),
    options: isLocal ? contestant.config.options : null,
    code: isLocal ? contestant.hash : null,
    url: isLocal ? null : contestant.url,
    answers,
    ownMoves,
    lostTurns,
    failures,
    fallbacks,
    crashes,
    took: { p50: percentileOf(took, 0.5), p99: percentileOf(took, 0.99) },
    length: ratio(length, games),
    ...(side.pondered !== undefined && { pondered: side.pondered }),
    deaths,
    problem: side.problem ?? null,
    crash: side.crash ?? null,
  };
}

/** The report of how a contestant's games ended. */
export function reportOutcomes(outcomes: Outcomes): OutcomesView {
  const { wins, draws, losses } = outcomes;
  return { games: countGames(outcomes), wins, draws, losses, score: meanScore(outcomes) };
}

/** The number again, as the statistics take it. */
export function fromJsonNumber(value: JsonNumber): number {
  return Number(value);
}

export function toJsonNumber(value: number): JsonNumber {
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** 0 without games. */
export function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return percentileBound(took, ANSWER_TIMES, share) ?? 0;
}
