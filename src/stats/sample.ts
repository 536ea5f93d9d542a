/** The one shape that Elo, LOS and SPRT are computed from, whatever was played; made from pair counts or paired differences. */
import { type PairCounts, toPentanomial } from './pair-counts.js';
import { type PairedDifferences } from './paired-differences.js';

/** One possible score of a pair, and how many pairs ended with it. */
export interface Category {
  readonly score: number;
  readonly count: number;
}

/**
 * Independent scores in [0, 1], one per pair; 0.5 says that candidate and base are worth the same.
 *
 * `variance` is that of a single score, divided by `count` and not by `count - 1`. `categories` is there where the scores come
 * from a short list that is known beforehand; the likelihood ratio is then exact, and a normal approximation without it.
 * With no pairs the mean is 0.5.
 */
export interface Sample {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
  readonly categories?: readonly Category[];
}

/** Half the candidate's points, as the five categories 0, 0.25, 0.5, 0.75, 1. */
export function fromPairs(counts: PairCounts): Sample {
  const categories = toPentanomial(counts).map((count, index) => ({ score: index / 4, count }));
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  if (count === 0) return { count, mean: 0.5, variance: 0, categories };
  const mean = categories.reduce((sum, category) => sum + category.count * category.score, 0) / count;
  const variance = categories.reduce((sum, category) => sum + category.count * (category.score - mean) ** 2, 0) / count;
  return { count, mean, variance, categories };
}

/** A difference d becomes the score (1 + d) / 2, the scale on which a duel is scored. */
export function fromDifferences({ count, mean, squares }: PairedDifferences): Sample {
  if (count === 0) return { count, mean: 0.5, variance: 0 };
  return { count, mean: (1 + mean) / 2, variance: Math.max(0, squares) / count / 4 };
}

/**
 * The variance when one more pair counts as 1/4, the greatest variance that scores in [0, 1] can have.
 *
 * A few pairs that end alike show a variance of 0, from which anything would follow. The same guard is in the running
 * variance of Waudby-Smith and Ramdas (2023), "Estimating means of bounded random variables by betting", section 3.2.
 */
export function guardedVariance({ count, variance }: Sample): number {
  return (count * variance + 0.25) / (count + 1);
}

/** Of a single score. Never 0: where all pairs ended alike, the guarded one. */
export function standardDeviation(sample: Sample): number {
  return Math.sqrt(sample.variance > 0 ? sample.variance : guardedVariance(sample));
}
