/**
 * The scores that Elo, LOS and SPRT are computed from, made from pair counts (duels) or paired differences (more
 * snakes).
 */

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
  return sampleFromCounts(toPentanomial(counts));
}

/** The sample of scores that lie at equal steps from 0 to 1, by how often each was reached. */
export function sampleFromCounts(counts: readonly number[]): ScoreSample {
  const categories = counts.map((count, index) => ({ score: index / (counts.length - 1), count }));
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

/** The candidate's score in one game: lost, drawn, won. */
export const GAME_SCORES = [0, 0.5, 1] as const;
export type GameScore = (typeof GAME_SCORES)[number];

/**
 * Number of pairs by outcome. A pair is one seed played twice with swapped seats. Its two games share their luck, so
 * pairs are independent of each other, and games are not.
 *
 * A key names the candidate's two results in either order: `wl` is one win and one loss, `dd` two draws. Both of these
 * are worth one point and share the middle pentanomial category; they have separate counts so that wins and draws stay
 * distinct.
 */
export interface PairCounts {
  readonly ll: number;
  readonly ld: number;
  readonly wl: number;
  readonly dd: number;
  readonly wd: number;
  readonly ww: number;
}

/**
 * Number of pairs by the candidate's points 0, 0.5, 1, 1.5 and 2: the order in which fishtest and OpenBench print them.
 */
export type Pentanomial = readonly [number, number, number, number, number];

export const emptyPairCounts: PairCounts = Object.freeze({ ll: 0, ld: 0, wl: 0, dd: 0, wd: 0, ww: 0 });

/** Returns the counts with one more pair, given the candidate's score in each of its two games. */
export function addPair(counts: PairCounts, first: GameScore, second: GameScore): PairCounts {
  const outcome = outcomeOf(first, second);
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** Groups the outcomes by the candidate's points. */
export function toPentanomial({ ll, ld, wl, dd, wd, ww }: PairCounts): Pentanomial {
  return [ll, ld, wl + dd, wd, ww];
}

function outcomeOf(first: GameScore, second: GameScore): keyof PairCounts {
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  if (high === 0) return 'll';
  if (low === 1) return 'ww';
  if (low === 0) return high === 1 ? 'wl' : 'ld';
  return high === 1 ? 'wd' : 'dd';
}

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
