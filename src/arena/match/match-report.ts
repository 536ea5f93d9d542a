/** The result of a match as one object: `compare --json` prints it, and a formatter turns it into text for people. */
import type { EliminationCause } from '../../rules/types.js';
import { estimateElo, likelihoodOfSuperiority } from '../../stats/elo.js';
import { percentileBound, type Histogram } from '../../stats/histogram.js';
import { toPentanomial, type Pentanomial } from '../../stats/pair-counts.js';
import type { SprtVerdict } from '../../stats/sprt.js';
import { labelOf, type Contestant } from '../contest/contestant.js';
import { forecastPairs } from './forecast.js';
import { formatVerdict, listSilent } from './format-verdict.js';
import { ANSWER_TIMES } from '../contest/game-record.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import { gamesPerPair, type MatchOptions } from './match-options.js';
import { countGames, meanScore, type Outcomes } from '../contest/outcomes.js';
import type { SideTally } from '../contest/side-tally.js';
import { BASE, CANDIDATE, roleOf } from './sides.js';

/** A number that JSON can hold, also if it is infinite. */
export type JsonNumber = number | 'Infinity' | '-Infinity';

/** One contestant, over all its seats. */
export interface ContestantReport {
  readonly name: string;
  /** The strategy's name with its options, or the URL: for people. */
  readonly label: string;
  /** As given by configuration and flags; `null` for a snake behind a URL. */
  readonly options: Readonly<Record<string, unknown>> | null;
  /** A hash of the code; `null` for a snake behind a URL. */
  readonly code: string | null;
  /** `null` for a strategy of this machine. */
  readonly url: string | null;
  /** Turns on which it was asked. */
  readonly answers: number;
  /** Of these, turns on which its own move was played. */
  readonly ownMoves: number;
  readonly lostTurns: number;
  readonly failures: number;
  readonly fallbacks: number;
  readonly crashes: number;
  /** Time of an answer, in ms: so many answers took at most this long. */
  readonly took: { readonly p50: number; readonly p99: number };
  /** Mean length at the end of a game, in cells. */
  readonly length: number;
  readonly deaths: Readonly<Partial<Record<EliminationCause, number>>>;
  /** The first thing that went wrong. */
  readonly problem: string | null;
  /** The reason of the first crash. */
  readonly crash: string | null;
}

/** The base or the candidate, with the games in which its score counts. */
export interface SideReport extends ContestantReport {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Mean over its games, from 0 to 1. */
  readonly score: number;
}

/** Seen from the candidate. What was not asked for is `null`. */
export interface MatchReport {
  /** All games of all pairs. In a duel they count for both sides; of larger games, half count for each. */
  readonly games: number;
  readonly pairs: number;
  /** Snakes in a game. */
  readonly snakes: number;
  /** Pairs by the candidate's points, from 0 to 2; duels only. */
  readonly pentanomial: Pentanomial | null;
  /** From 0 to 1; at 0.5 both are equally good. Half of 1 + the candidate's mean score − the base's. */
  readonly score: number;
  readonly elo: JsonNumber;
  /** Half the width of the 95 % interval from `eloLow` to `eloHigh`. */
  readonly eloError: JsonNumber;
  readonly eloLow: JsonNumber;
  readonly eloHigh: JsonNumber;
  /** Likelihood of superiority: the probability that the candidate is better. */
  readonly los: number;
  readonly llr: number | null;
  readonly llrBounds: readonly [number, number] | null;
  /** The hypothesis that the test accepted. */
  readonly verdict: SprtVerdict | null;
  /** Games that a difference as large as this one still needs; `null` if there is no difference. */
  readonly gamesNeeded: number | null;
  /** The contestants that never played a move of their own: while there are any, the result means nothing. */
  readonly didNotPlay: readonly string[];
  /** The verdict for people. */
  readonly sentence: string;
  /** Mean turns of a game. */
  readonly turns: number;
  readonly seed: string;
  readonly base: SideReport;
  readonly candidate: SideReport;
  readonly opponents: readonly ContestantReport[];
}

/** The report of a match that is over, or as far as it was played. */
export function reportMatch(tally: MatchTally, options: MatchOptions, condition: StopCondition): MatchReport {
  const { pairs, outcomes, pairScores, played, turns, sides } = tally;
  const { contestants, seed, snakes } = options;
  const sample = toSample(tally);
  const { elo, error, low, high } = estimateElo(sample);
  const test = evaluateMatch(tally, condition);
  const missing = forecastPairs(tally, condition);
  const contestant = (index: number) => reportContestant(sides[index]!, contestants[index]!);
  return {
    games: pairs * gamesPerPair(options),
    pairs,
    snakes,
    pentanomial: pairScores.kind === 'duels' ? toPentanomial(pairScores.counts) : null,
    score: sample.mean,
    elo: toJsonNumber(elo),
    eloError: toJsonNumber(error),
    eloLow: toJsonNumber(low),
    eloHigh: toJsonNumber(high),
    los: likelihoodOfSuperiority(sample),
    llr: test?.llr ?? null,
    llrBounds: test === undefined ? null : [test.lower, test.upper],
    verdict: test?.verdict ?? null,
    gamesNeeded: missing === undefined ? null : missing * gamesPerPair(options),
    didNotPlay: listSilent(tally).map((index) => roleOf(index, contestants)),
    sentence: formatVerdict(tally, options, condition),
    turns: ratio(turns, played),
    seed,
    base: { ...contestant(BASE), ...reportOutcomes(outcomes.base) },
    candidate: { ...contestant(CANDIDATE), ...reportOutcomes(outcomes.candidate) },
    opponents: [...contestants.keys()].slice(2).map(contestant),
  };
}

/** The number again, as the statistics take it. */
export function fromJsonNumber(value: JsonNumber): number {
  return Number(value);
}

function toJsonNumber(value: number): JsonNumber {
  if (Number.isFinite(value)) return value;
  return value > 0 ? 'Infinity' : '-Infinity';
}

function reportOutcomes(outcomes: Outcomes) {
  const { wins, draws, losses } = outcomes;
  return { games: countGames(outcomes), wins, draws, losses, score: meanScore(outcomes) };
}

function reportContestant(side: SideTally, contestant: Contestant): ContestantReport {
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
    deaths,
    problem: side.problem ?? null,
    crash: side.crash ?? null,
  };
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return percentileBound(took, ANSWER_TIMES, share) ?? 0;
}

function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}
