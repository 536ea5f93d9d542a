/** What a match says in the end, as one object: for programs as it is, and for people once it is formatted. */
import type { EliminationCause } from '../../rules/types.js';
import { estimateElo, likelihoodOfSuperiority } from '../../stats/elo.js';
import { toPentanomial, type Pentanomial } from '../../stats/pair-counts.js';
import type { SprtVerdict } from '../../stats/sprt.js';
import { BASE, CANDIDATE } from './contestant.js';
import { durationPercentile } from './durations.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';
import type { SideTally } from './side-tally.js';
import { formatVerdict } from './format-verdict.js';

/** One contestant's games. Times in ms. */
export interface SideReport {
  readonly name: string;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly crashes: number;
  readonly took: { readonly p50: number; readonly p99: number };
  /** At the end of a game, on average. */
  readonly length: number;
  readonly deaths: Readonly<Partial<Record<EliminationCause, number>>>;
  /** The first thing that went wrong, and the first reason for a crash. */
  readonly problem: string | null;
  readonly crash: string | null;
}

/** All from the candidate's side. What is infinite or was not asked for is `null`: JSON has no word for it. */
export interface MatchReport {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairs: number;
  /** Pairs by the candidate's points, from 0 to 2; duels only. */
  readonly pentanomial: Pentanomial | null;
  /** From 0 to 1; 0.5 says that both are worth the same. */
  readonly score: number;
  readonly elo: number | null;
  /** Half of the 95 % interval from `eloLow` to `eloHigh`. */
  readonly eloError: number | null;
  readonly eloLow: number | null;
  readonly eloHigh: number | null;
  readonly los: number;
  readonly llr: number | null;
  readonly llrBounds: readonly [number, number] | null;
  /** Which hypothesis the test ended with. */
  readonly verdict: SprtVerdict | null;
  /** The verdict for people. */
  readonly sentence: string;
  readonly lostTurns: number;
  readonly crashes: number;
  /** Turns in a game on average. */
  readonly turns: number;
  readonly seed: string;
  readonly base: SideReport;
  readonly candidate: SideReport;
  readonly opponents: readonly SideReport[];
}

export function reportMatch(tally: MatchTally, options: MatchOptions, goal: StopCondition): MatchReport {
  const { pairs, wins, draws, losses, pairScores, played, turns } = tally;
  const sample = toSample(tally);
  const { elo, error, low, high } = estimateElo(sample);
  const test = evaluateMatch(tally, goal);
  const sides = tally.sides.map((side, index) => reportSide(side, options.contestants[index]!.name));
  const { lostTurns, crashes } = sides[CANDIDATE]!;
  return {
    games: wins + draws + losses,
    wins,
    draws,
    losses,
    pairs,
    pentanomial: pairScores.kind === 'duels' ? toPentanomial(pairScores.counts) : null,
    score: sample.mean,
    elo: finite(elo),
    eloError: finite(error),
    eloLow: finite(low),
    eloHigh: finite(high),
    los: likelihoodOfSuperiority(sample),
    llr: test?.llr ?? null,
    llrBounds: test === undefined ? null : [test.lower, test.upper],
    verdict: test?.verdict ?? null,
    sentence: formatVerdict(tally, options, goal),
    lostTurns,
    crashes,
    turns: ratio(turns, played),
    seed: options.seed,
    base: sides[BASE]!,
    candidate: sides[CANDIDATE]!,
    opponents: sides.slice(2),
  };
}

function reportSide(side: SideTally, name: string): SideReport {
  const { games, lostTurns, failures, fallbacks, crashes, took, length, deaths, problem, crash } = side;
  return {
    name,
    lostTurns,
    failures,
    fallbacks,
    crashes,
    took: { p50: durationPercentile(took, 0.5), p99: durationPercentile(took, 0.99) },
    length: ratio(length, games),
    deaths,
    problem: problem ?? null,
    crash: crash ?? null,
  };
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
