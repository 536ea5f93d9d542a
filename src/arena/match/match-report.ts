/** The result of a match as one object: `compare --json` prints it, and a formatter turns it into text for people. */
import type { EliminationCause } from '../../rules/types.js';
import { estimateElo, likelihoodOfSuperiority } from '../../stats/elo.js';
import { durationPercentile, type Histogram } from '../../stats/histogram.js';
import { toPentanomial, type Pentanomial } from '../../stats/pair-counts.js';
import type { SprtVerdict } from '../../stats/sprt.js';
import { BASE, CANDIDATE } from './contestant.js';
import { ANSWER_TIMES } from './game-record.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';
import type { SideTally } from './side-tally.js';
import { formatVerdict } from './format-verdict.js';

/** The games of one contestant. */
export interface SideReport {
  readonly name: string;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly crashes: number;
  /** Time of an answer, in ms. */
  readonly took: { readonly p50: number; readonly p99: number };
  /** Mean length at the end of a game, in cells. */
  readonly length: number;
  readonly deaths: Readonly<Partial<Record<EliminationCause, number>>>;
  /** The first thing that went wrong. */
  readonly problem: string | null;
  /** The reason of the first crash. */
  readonly crash: string | null;
}

/** Seen from the candidate. Values that are infinite or were not asked for are `null`. */
export interface MatchReport {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pairs: number;
  /** Pairs by the candidate's points, from 0 to 2; duels only. */
  readonly pentanomial: Pentanomial | null;
  /** From 0 to 1; at 0.5 both are equally good. */
  readonly score: number;
  readonly elo: number | null;
  /** Half the width of the 95 % interval from `eloLow` to `eloHigh`. */
  readonly eloError: number | null;
  readonly eloLow: number | null;
  readonly eloHigh: number | null;
  /** Likelihood of superiority: the probability that the candidate is better. */
  readonly los: number;
  readonly llr: number | null;
  readonly llrBounds: readonly [number, number] | null;
  /** The hypothesis that the test accepted. */
  readonly verdict: SprtVerdict | null;
  /** The verdict for people. */
  readonly sentence: string;
  readonly lostTurns: number;
  readonly crashes: number;
  /** Mean turns of a game. */
  readonly turns: number;
  readonly seed: string;
  readonly base: SideReport;
  readonly candidate: SideReport;
  readonly opponents: readonly SideReport[];
}

/** The report of a match that is over, or as far as it was played. */
export function reportMatch(tally: MatchTally, options: MatchOptions, condition: StopCondition): MatchReport {
  const { pairs, wins, draws, losses, pairScores, played, turns } = tally;
  const sample = toSample(tally);
  const { elo, error, low, high } = estimateElo(sample);
  const test = evaluateMatch(tally, condition);
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
    sentence: formatVerdict(tally, options, condition),
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
    took: { p50: percentileOf(took, 0.5), p99: percentileOf(took, 0.99) },
    length: ratio(length, games),
    deaths,
    problem: problem ?? null,
    crash: crash ?? null,
  };
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return durationPercentile(took, ANSWER_TIMES, share) ?? 0;
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
