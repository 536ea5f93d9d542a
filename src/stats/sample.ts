/**
 * The scores that Elo, LOS and SPRT are computed from, made from pair counts (duels) or paired differences (more
 * snakes).
 */
import { toPentanomial, type PairCounts } from './pair-counts.js';
import { type PairedDifferences } from './paired-differences.js';

/** One possible score of a pair, and the number of pairs that ended with it. */
export interface ScoreCount {
  readonly score: number;
  readonly count: number;
}

/**
 * Independent scores in [0, 1], one for each pair. At 0.5 candidate and base are equally good; above, the candidate is
 * better.
 */
export interface ScoreSample {
  readonly count: number;
  /** 0.5 without pairs. */
  readonly mean: number;
  /** Variance of a single score, divided by `count` rather than `count - 1`. */
  readonly variance: number;
  /**
   * Present if only a few scores are possible. The likelihood ratio is then exact instead of a normal approximation.
   */
  readonly categories?: readonly ScoreCount[];
}

/** The sample of pairs of duels. A pair's score is half the candidate's points: 0, 0.25, 0.5, 0.75 or 1. */
export function sampleFromPairs(counts: PairCounts): ScoreSample {
  const categories = toPentanomial(counts).map((count, index) => ({ score: index / 4, count }));
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  if (count === 0) return { count, mean: 0.5, variance: 0, categories };
  const mean = categories.reduce((sum, category) => sum + category.count * category.score, 0) / count;
  const variance = categories.reduce((sum, category) => sum + category.count * (category.score - mean) ** 2, 0) / count;
  return { count, mean, variance, categories };
}

/** The sample of paired differences. A difference d becomes the score (1 + d) / 2, which is the scale of duels. */
export function sampleFromDifferences({ count, mean, squares }: PairedDifferences): ScoreSample {
  if (count === 0) return { count, mean: 0.5, variance: 0 };
  return { count, mean: (1 + mean) / 2, variance: Math.max(0, squares) / count / 4 };
}

/**
 * The variance of a single score, with one imaginary pair added whose variance is 1/4, the largest that scores can
 * have.
 *
 * Without it a few pairs with equal scores would have a variance of 0 and so prove anything. The running variance of
 * Waudby-Smith and Ramdas (2023), "Estimating means of bounded random variables by betting", section 3.2, has the same
 * guard.
 */
export function guardedVariance({ count, variance }: ScoreSample): number {
  return (count * variance + 0.25) / (count + 1);
}

/** The standard deviation of a single score. Never 0: if all scores are equal, it follows from the guarded variance. */
export function standardDeviation(sample: ScoreSample): number {
  return Math.sqrt(sample.variance > 0 ? sample.variance : guardedVariance(sample));
}
