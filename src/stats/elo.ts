/** Elo with its 95 % error, and the likelihood of superiority; the arena and the command line print them. */
import { normalCdf, Z95 } from './normal.js';
import { standardDeviation, type ScoreSample } from './sample.js';

/**
 * An Elo difference and its 95 % interval. `error` is half of `high - low`. A side that the data do not bound is
 * infinite; no field is ever NaN.
 */
export interface EloEstimate {
  readonly elo: number;
  readonly low: number;
  readonly high: number;
  readonly error: number;
}

/** Elo per unit of log-odds: the logistic model, score = 1 / (1 + 10^(-elo / 400)). */
const LOGISTIC_SCALE = 400 / Math.LN10;

/** The Elo difference at which one side's expected score is `score`, from 0 to 1; infinite at both ends. */
export function scoreToElo(score: number): number {
  return LOGISTIC_SCALE * Math.log(score / (1 - score));
}

/** The expected score, from 0 to 1, of the side that is `elo` ahead. Inverse of {@link scoreToElo}. */
export function eloToScore(elo: number): number {
  return 1 / (1 + Math.exp(-elo / LOGISTIC_SCALE));
}

/**
 * Estimates how much Elo the candidate is ahead of the base; without pairs 0 with infinite error.
 *
 * Takes the normal 95 % interval of the mean pair score and maps its ends through the logistic curve. Fastchess reports
 * the same as "Elo ± error" from pentanomial counts, OpenBench the longer side of the interval as its error
 * (https://www.chessprogramming.org/Match_Statistics, "Statistical Analysis").
 */
export function estimateElo(sample: ScoreSample): EloEstimate {
  if (sample.count === 0) return { elo: 0, low: -Infinity, high: Infinity, error: Infinity };
  const radius = Z95 * standardError(sample);
  const low = scoreToElo(Math.max(0, sample.mean - radius));
  const high = scoreToElo(Math.min(1, sample.mean + radius));
  return { elo: scoreToElo(sample.mean), low, high, error: (high - low) / 2 };
}

/** Normalised Elo per standard deviation of a game's score. */
const NORMALIZED_SCALE = 2 * LOGISTIC_SCALE;

/**
 * Normalised Elo of duels with half of its 95 % interval: the advantage in standard deviations of a game's score. It
 * says how many games a test needs, whatever the share of draws. `undefined` if all pairs have the same score: such
 * pairs show no deviation.
 *
 * Van den Bergh, "Comments on Normalized Elo" (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
 */
export function estimateNormalizedElo(
  sample: ScoreSample,
): { readonly elo: number; readonly error: number } | undefined {
  if (sample.variance === 0) return undefined;
  const deviations = (sample.mean - 0.5) / Math.sqrt(sample.variance);
  return {
    elo: (NORMALIZED_SCALE * deviations) / Math.SQRT2,
    error: (NORMALIZED_SCALE * Z95) / Math.sqrt(2 * sample.count),
  };
}

/** How many standard deviations of a pair's score this normalised Elo puts its mean above 1/2. */
export function normalizedEloToDeviations(elo: number): number {
  return (Math.SQRT2 * elo) / NORMALIZED_SCALE;
}

/**
 * The probability (LOS) that the candidate is better than the base: that the true mean pair score is above 1/2, if its
 * estimate is normal. 0.5 without pairs.
 */
export function likelihoodOfSuperiority(sample: ScoreSample): number {
  if (sample.count === 0) return 0.5;
  return normalCdf((sample.mean - 0.5) / standardError(sample));
}

function standardError(sample: ScoreSample): number {
  return standardDeviation(sample) / Math.sqrt(sample.count);
}
