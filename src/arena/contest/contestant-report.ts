/** How a contestant did, as the reports of all contests say it. */
import { percentileBound, type Histogram } from '../../stats/histogram.js';
import { labelOf, type Contestant } from './contest.js';
import { ANSWER_TIMES } from './game-record.js';
import { countGames, meanScore, type Outcomes } from './outcomes.js';
import type { ContestantReport, JsonNumber, OutcomesReport } from './report.js';
import type { SideTally } from './side-tally.js';

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
export function reportOutcomes(outcomes: Outcomes): OutcomesReport {
  const { wins, draws, losses } = outcomes;
  return { games: countGames(outcomes), wins, draws, losses, score: meanScore(outcomes) };
}

/** The number again, as the statistics take it. */
export function fromJsonNumber(value: JsonNumber): number {
  return Number(value);
}

/** 0 without games. */
export function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return percentileBound(took, ANSWER_TIMES, share) ?? 0;
}
