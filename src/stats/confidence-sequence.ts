/** The difference of two variants that share live games, with an interval that may be looked at after every game. */
import { createGammaMixture, mixtureBound } from './gamma-mixture.js';

export type Variant = 'base' | 'candidate';

/** A finished live game. Games of one stratum are alike: the same ruleset, map and number of snakes, say. */
export interface ScoredGame {
  readonly stratum: string;
  readonly variant: Variant;
  /** In [0, 1]. */
  readonly score: number;
}

interface Average {
  readonly count: number;
  readonly sum: number;
}

type Averages = Readonly<Record<Variant, Average>>;

/**
 * What the games so far say. `share` is the probability with which a game goes to the candidate, `estimates` the sum of the
 * per-game estimates of the difference, `squares` the sum of the squared surprises in them.
 */
export interface Comparison {
  readonly share: number;
  readonly count: number;
  readonly estimates: number;
  readonly squares: number;
  readonly strata: ReadonlyMap<string, Averages>;
}

/** Mean score of the candidate minus that of the base, and the ends of its interval. All within [-1, 1]. */
export interface Difference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** The interval is tightest after about as many games as this, if half of them go to each and each is won or lost. */
const TUNED_FOR = 300;

const UNSEEN: Averages = { base: { count: 0, sum: 0 }, candidate: { count: 0, sum: 0 } };

/** A comparison without games. `share` is strictly between 0 and 1 and holds for all games. */
export function startComparison(share = 0.5): Comparison {
  return { share, count: 0, estimates: 0, squares: 0, strata: new Map() };
}

/**
 * The comparison with one more game.
 *
 * Who plays a game has to be drawn with probability `share`, whatever happened before, and games have to be added in the
 * order in which they were drawn. In the order in which they end, quick losses come first, and the variant that loses
 * quickly looks worse than it is. A game whose end is never seen is left out or scored by a rule that does not ask who played.
 *
 * One game estimates the difference by the averages of its stratum so far, corrected by how much the score surprises,
 * divided by the probability of seeing it: Howard et al. (2021), section 4.2 and Corollary 2. The averages open with 1/2, as
 * in Waudby-Smith and Ramdas (2023), section 3.2.
 */
export function addGame(comparison: Comparison, { stratum, variant, score }: ScoredGame): Comparison {
  const averages = comparison.strata.get(stratum) ?? UNSEEN;
  const { count, sum } = averages[variant];
  const surprise = score - predict(averages[variant]);
  const weighted = variant === 'candidate' ? surprise / comparison.share : -surprise / (1 - comparison.share);
  const predicted = predict(averages.candidate) - predict(averages.base);
  const next = { ...averages, [variant]: { count: count + 1, sum: sum + score } };
  return {
    share: comparison.share,
    count: comparison.count + 1,
    estimates: comparison.estimates + predicted + weighted,
    squares: comparison.squares + weighted * weighted,
    strata: new Map(comparison.strata).set(stratum, next),
  };
}

/**
 * The candidate's advantage in mean score, averaged over the strata as often as they were played. With probability
 * 1 - `alpha` the interval holds it after each and every game, so an experiment may end at any time for any reason, such as
 * an interval that leaves out 0. Scores may drift as opponents come and go; then it holds the average of the advantages.
 *
 * The empirical-Bernstein confidence sequence of Howard et al. (2021), Theorem 4, with the gamma-exponential mixture; half
 * of `alpha` on each side. The theorem's scale is the width of the range of the estimates; its proof needs no more than that no
 * surprise exceeds the scale, and a surprise is at most 1 divided by the smaller probability.
 */
export function differenceInterval({ share, count, estimates, squares }: Comparison, alpha = 0.05): Difference {
  if (count === 0) return { difference: 0, low: -1, high: 1 };
  const mixture = createGammaMixture(1 / Math.min(share, 1 - share), TUNED_FOR, alpha / 2);
  const reach = mixtureBound(mixture, squares, alpha / 2) / count;
  const difference = estimates / count;
  return { difference: within(difference), low: within(difference - reach), high: within(difference + reach) };
}

function predict({ count, sum }: Average): number {
  return (sum + 0.5) / (count + 1);
}

function within(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
