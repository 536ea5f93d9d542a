/** Games of more than two snakes, one number per seed; the arena adds seeds, `sample.ts` reads them. */

/**
 * A running summary of paired differences. One difference is the candidate's mean placement score over the seats of a seed
 * (1 for the last one standing, 0 for the first one out) minus that of the base put in its place with the same seed, so it
 * lies in [-1, 1] and most of the seed's luck has cancelled.
 *
 * `squares` is the sum of squared deviations from the mean: Welford (1962), "Note on a method for calculating corrected sums
 * of squares and products", Technometrics 4(3), which loses no digits where the mean is far from zero.
 */
export interface PairedDifferences {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

export const emptyDifferences: PairedDifferences = Object.freeze({ count: 0, mean: 0, squares: 0 });

/** The summary with one more seed. */
export function addDifference(differences: PairedDifferences, difference: number): PairedDifferences {
  const count = differences.count + 1;
  const deviation = difference - differences.mean;
  const mean = differences.mean + deviation / count;
  return { count, mean, squares: differences.squares + deviation * (difference - mean) };
}

/** The same seeds seen from the base. */
export function flipDifferences(differences: PairedDifferences): PairedDifferences {
  return { ...differences, mean: 0 - differences.mean };
}

/**
 * The seeds of both. Chan, Golub and LeVeque (1983), "Algorithms for computing the sample variance", The American
 * Statistician 37(3), the update for two parts; the order makes no difference beyond rounding.
 */
export function mergeDifferences(one: PairedDifferences, other: PairedDifferences): PairedDifferences {
  const count = one.count + other.count;
  if (count === 0) return emptyDifferences;
  const gap = other.mean - one.mean;
  return {
    count,
    mean: one.mean + (gap * other.count) / count,
    squares: one.squares + other.squares + (gap * gap * one.count * other.count) / count,
  };
}
