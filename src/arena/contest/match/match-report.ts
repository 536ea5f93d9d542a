/** The result of a match as one object: `compare --json` prints it, and a formatter turns it into text for people. */
import { estimateElo, likelihoodOfSuperiority } from '../../../stats/elo.js';
import { toPentanomial, type Pentanomial } from '../../../stats/pair-counts.js';
import type { SprtVerdict } from '../../../stats/sprt.js';
import { forecastPairs } from './forecast.js';
import { formatVerdict, listSilent } from './format-verdict.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import { BASE, CANDIDATE, gamesPerPair, roleOf, type MatchOptions } from './match-options.js';
import {
  ratio,
  reportContestant,
  reportOutcomes,
  toJsonNumber,
  type ContestantReport,
  type JsonNumber,
} from '../contestant-report.js';
import type { OutcomesView } from '../../../page/api/contests.js';

/** The base or the candidate, with the games in which its score counts. */
export interface SideReport extends ContestantReport, OutcomesView {}

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
  /** Games until the test decides if they go on as they did, or the default test would; `null` if nobody can tell. */
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
