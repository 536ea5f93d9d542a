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
 * Takes the normal 95 % interval of the mean pair score and maps its ends through the logistic curve. Fastchess and
 * OpenBench report the same as "Elo ± error" from pentanomial counts
 * (https://www.chessprogramming.org/Match_Statistics, "Statistical Analysis").
 */
export function estimateElo(sample: ScoreSample): EloEstimate {
  if (sample.count === 0) return { elo: 0, low: -Infinity, high: Infinity, error: Infinity };
  const radius = Z95 * standardError(sample);
  const low = scoreToElo(Math.max(0, sample.mean - radius));
  const high = scoreToElo(Math.min(1, sample.mean + radius));
  return { elo: scoreToElo(sample.mean), low, high, error: (high - low) / 2 };
}

/**
 * Normalised Elo of duels with half of its 95 % interval: the advantage in standard deviations of a game's score. It
 * says how many games a test needs, whatever the share of draws. Takes one pair or more.
 *
 * Van den Bergh, "Comments on Normalized Elo" (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
 */
export function estimateNormalizedElo(sample: ScoreSample): { readonly elo: number; readonly error: number } {
  const perGame = Math.SQRT2 * standardDeviation(sample);
  const scale = 2 * LOGISTIC_SCALE;
  return {
    elo: (scale * (sample.mean - 0.5)) / perGame,
    error: (scale * Z95) / Math.sqrt(2 * sample.count),
  };
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
