/** The part of a contestant in the reports of all contests. */
import { percentileBound, type Histogram } from '../../stats/histogram.js';
import { describeOpenings } from '../game/opening.js';
import { labelOf, type Contestant, type ContestPlan } from './contest.js';
import { ANSWER_TIMES } from './game-record.js';
import { countGames, meanScore, type Outcomes, type SideTally } from './side-tally.js';
import type { ContestantReport, OutcomesReport, PlayedReport } from '../../views/contest-report.js';
import { formatCount } from '../../views/numbers.js';

/** How the games were played. `gamesPerPair` and the tally give their number. */
export function reportPlayed(
  { pairs, played, turns }: { readonly pairs: number; readonly played: number; readonly turns: number },
  { contestants, seed, game }: ContestPlan,
  gamesPerPair: number,
): PlayedReport {
  const { openings, clock = 'wall' } = game;
  const onWall = clock === 'wall' ? [] : contestants.filter((one) => one.kind === 'remote' || one.code === undefined);
  return {
    games: pairs * gamesPerPair,
    pairs,
    turns: ratio(turns, played),
    seed,
    openings: openings === undefined ? null : describeOpenings(openings),
    clock,
    onWall: onWall.map(labelOf),
  };
}

export function reportContestant(side: SideTally, contestant: Contestant): ContestantReport {
  const { games, took, length, deaths, pondered, problem = null, crash = null, ...counts } = side;
  const isLocal = contestant.kind === 'local';
  return {
    name: contestant.name,
    label: labelOf(contestant),
    options: isLocal ? contestant.config.options : null,
    code: isLocal ? contestant.hash : null,
    url: isLocal ? null : contestant.url,
    ...counts,
    took: { p50: percentileOf(took, 0.5), p99: percentileOf(took, 0.99) },
    length: ratio(length, games),
    ...(pondered !== undefined && { pondered }),
    deaths,
    problem,
    crash,
  };
}

export function reportOutcomes(outcomes: Outcomes): OutcomesReport {
  const { wins, draws, losses } = outcomes;
  return { games: countGames(outcomes), wins, draws, losses, score: meanScore(outcomes) };
}

/** 0 without games. */
export function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return percentileBound(took, ANSWER_TIMES, share) ?? 0;
}

/** The counts of one contestant, in a tally or report. */
interface OwnErrors {
  readonly lostTurns: number;
  readonly failures: number;
  readonly crashes: number;
  readonly problem?: string | null | undefined;
  readonly crash?: string | null | undefined;
}

/**
 * A sentence about the errors of a contestant, which are to be fixed before its results mean much: `greedy failed on 20
 * turns (move threw: boom (at …/greedy.ts:4:34)).` It quotes the first crash, else the first error.
 * `undefined` without errors.
 */
export function describeErrors(name: string, errors: OwnErrors): string | undefined {
  const { lostTurns, failures, crashes } = errors;
  const counts = [
    ...(lostTurns === 0 ? [] : [`lost ${formatCount(lostTurns, 'turn')}`]),
    ...(failures === 0 ? [] : [`failed on ${formatCount(failures, 'turn')}`]),
    ...(crashes === 0 ? [] : [`crashed ${formatCount(crashes, 'time')}`]),
  ];
  if (counts.length === 0) return undefined;
  const reason = firstReason(errors);
  const all = [counts.slice(0, -1).join(', '), counts.at(-1)].filter((part) => part !== '').join(' and ');
  return `${name} ${all}${reason === undefined ? '' : ` (${reason})`}.`;
}

/** Why a contestant crashed or, if it never did, its first error. */
export function firstReason({ crash, problem }: Pick<OwnErrors, 'crash' | 'problem'>): string | undefined {
  return crash ?? problem ?? undefined;
}
