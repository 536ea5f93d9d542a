/** Elo, normalised Elo and likelihood of superiority with their 95 % errors; the arena and the command line print them. */
import { normalCdf, Z95 } from './normal.js';
import { type Sample, standardDeviation } from './sample.js';

/** `error` is half of `high - low`. Infinite where the data set no limit, never NaN. */
export interface EloEstimate {
  readonly elo: number;
  readonly low: number;
  readonly high: number;
  readonly error: number;
}

/** Elo per unit of log-odds: the logistic model, score = 1 / (1 + 10^(-elo / 400)). */
const LOGISTIC_SCALE = 400 / Math.LN10;

/** Normalised Elo per standard deviation of one game: where there are no draws, both Elos agree for small differences. */
const NORMALIZED_SCALE = 800 / Math.LN10;

/** Infinite at 0 and 1. */
export function scoreToElo(score: number): number {
  return LOGISTIC_SCALE * Math.log(score / (1 - score));
}

export function eloToScore(elo: number): number {
  return 1 / (1 + Math.exp(-elo / LOGISTIC_SCALE));
}

/**
 * Logistic Elo of the candidate over the base. The mean pair score has a normal 95 % interval, whose ends go through the
 * logistic curve: what fastchess and OpenBench report as "Elo ± error" from pentanomial counts
 * (https://www.chessprogramming.org/Match_Statistics, "Statistical Analysis").
 */
export function estimateElo(sample: Sample): EloEstimate {
  if (sample.count === 0) return { elo: 0, low: -Infinity, high: Infinity, error: Infinity };
  const reach = Z95 * standardError(sample);
  const low = scoreToElo(Math.max(0, sample.mean - reach));
  const high = scoreToElo(Math.min(1, sample.mean + reach));
  return { elo: scoreToElo(sample.mean), low, high, error: (high - low) / 2 };
}

/**
 * Normalised Elo: the mean advantage in standard deviations of one game, hence a measure of how many games it takes to see
 * the difference. Van den Bergh, "Comments on Normalized Elo"
 * (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf). A pair holds two games, so a game's deviation is √2 times
 * that of a pair's score. The error takes the deviation as known.
 */
export function estimateNormalizedElo(sample: Sample): EloEstimate {
  if (sample.count === 0) return { elo: 0, low: -Infinity, high: Infinity, error: Infinity };
  const elo = (sample.mean - 0.5) / normalizedEloToRatio(1) / standardDeviation(sample);
  const error = Z95 / normalizedEloToRatio(1) / Math.sqrt(sample.count);
  return { elo, low: elo - error, high: elo + error, error };
}

/** The ratio (mean - 1/2) / deviation of pair scores that a normalised Elo stands for. */
export function normalizedEloToRatio(elo: number): number {
  return (elo * Math.SQRT2) / NORMALIZED_SCALE;
}

/** Probability that the candidate is better than the base: the normal tail of the mean pair score above 1/2. */
export function likelihoodOfSuperiority(sample: Sample): number {
  if (sample.count === 0) return 0.5;
  return normalCdf((sample.mean - 0.5) / standardError(sample));
}

function standardError(sample: Sample): number {
  return standardDeviation(sample) / Math.sqrt(sample.count);
}
