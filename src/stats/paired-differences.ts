/**
 * Summarises games of more than two snakes, one number per seed; the arena adds seeds, `sample.ts` reads the summary.
 */

/**
 * A running summary of paired differences, one for each seed.
 *
 * A difference is the candidate's mean placement score over all seats of the seed (1 for the last snake alive, 0 for
 * the first one out) minus the score of the base in the same seats with the same seed. It lies in [-1, 1], and most of
 * the seed's luck has cancelled out.
 */
export interface PairedDifferences {
  readonly count: number;
  readonly mean: number;
  /** Sum of the squared deviations from the mean. */
  readonly squares: number;
}

export const emptyDifferences: PairedDifferences = Object.freeze({ count: 0, mean: 0, squares: 0 });

/**
 * Returns the summary with one more seed.
 *
 * Welford (1962), "Note on a method for calculating corrected sums of squares and products", Technometrics 4(3): the
 * update loses no digits when the mean is far from zero.
 */
export function addDifference(differences: PairedDifferences, difference: number): PairedDifferences {
  const count = differences.count + 1;
  const deviation = difference - differences.mean;
  const mean = differences.mean + deviation / count;
  return { count, mean, squares: differences.squares + deviation * (difference - mean) };
}
