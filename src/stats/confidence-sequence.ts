/** Compares two variants that share live games or meet in them, after every game if you like. `report` calls it. */

export type Variant = 'base' | 'candidate';

/** A finished live game. The games of a stratum are alike, for example in ruleset, map and number of snakes. */
export interface StratumScore {
  readonly stratum: string;
  /** `both`: the variants met, and the score is the candidate's against the base. */
  readonly variant: Variant | 'both';
  /** The probability that it went to the candidate, strictly between 0 and 1; 1/2 if the variants met. */
  readonly share: number;
  /** From 0 (worst) to 1 (best). */
  readonly score: number;
}

interface Average {
  readonly count: number;
  readonly sum: number;
}

type Averages = Readonly<Record<Variant, Average>>;

/** The running sums of a comparison. Make one with {@link createComparison} and grow it with {@link addGame}. */
export interface VariantComparison {
  /** The sum of squares at which the interval is tightest. */
  readonly tunedFor: number;
  /** Games so far. */
  readonly count: number;
  /** Sum of the games' weights: 1 at an even share, 2 min(share, 1 - share) at any. */
  readonly weights: number;
  /** Sum of the weighted per-game estimates of the difference. */
  readonly estimates: number;
  /** Sum of the squared prediction errors, weighted as in the estimates. */
  readonly squares: number;
  /** Average score of each variant, by stratum. */
  readonly strata: ReadonlyMap<string, Averages>;
}

/** Mean score of the candidate minus mean score of the base, with the ends of its interval. All lie in [-1, 1]. */
export interface ScoreDifference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** The interval is tightest after about this many games, if the variants share them evenly and no game is drawn. */
const TUNED_FOR_GAMES = 300;
/** The same for games in which both variants play: each says more, since one of them outlives the other. */
const TUNED_FOR_MEETINGS = 150;
/** No weighted prediction error of a game exceeds it, at any share. */
const SCALE = 2;
/** The probability that the interval ever misses the true advantage; half of it on each side. */
const ALPHA = 0.05;

const NO_GAMES: Averages = { base: { count: 0, sum: 0 }, candidate: { count: 0, sum: 0 } };

/** Creates a comparison without games. */
export function createComparison(tunedFor = TUNED_FOR_GAMES): VariantComparison {
  return { tunedFor, count: 0, weights: 0, estimates: 0, squares: 0, strata: new Map() };
}

/** Creates a comparison for games of both variants. */
export const createMeetings = () => createComparison(TUNED_FOR_MEETINGS);

/**
 * Returns the comparison with one more game; does not change the old one.
 *
 * The caller draws the variant of each game with probability `share`, which earlier games may have decided, and adds
 * the games in the order of these draws. In the order of their ends, quick losses would come first, and a variant that
 * loses quickly would look worse than it is. A game without a known end is left out, or scored by a rule that ignores
 * the variant.
 *
 * A game estimates the difference by the averages of its stratum so far, plus the error of the prediction divided by
 * the probability of the variant: Howard et al. (2021), section 4.2 and Corollary 2. The averages start at 1/2, as in
 * Waudby-Smith and Ramdas (2023), section 3.2. The less even the share, the more an estimate varies: the weight bounds
 * the errors of all shares alike.
 *
 * A game of both estimates the difference by its own outcome, 2 score - 1, and the errors of its predictions lie in
 * [-2, 2], as with an even share. So it is a game of the candidate, from which the base learns the opposite.
 */
export function addGame(comparison: VariantComparison, game: StratumScore): VariantComparison {
  const { stratum, variant, share, score } = game;
  const averages = comparison.strata.get(stratum) ?? NO_GAMES;
  const { base, candidate } = averages;
  const weight = SCALE * Math.min(share, 1 - share);
  const error = variant === 'base' ? (predict(base) - score) / (1 - share) : (score - predict(candidate)) / share;
  const weighted = weight * error;
  const predicted = predict(candidate) - predict(base);
  const next = {
    base: variant === 'candidate' ? base : learn(base, variant === 'base' ? score : 1 - score),
    candidate: variant === 'base' ? candidate : learn(candidate, score),
  };
  return {
    ...comparison,
    count: comparison.count + 1,
    weights: comparison.weights + weight,
    estimates: comparison.estimates + weight * predicted + weighted,
    squares: comparison.squares + weighted * weighted,
    strata: new Map(comparison.strata).set(stratum, next),
  };
}

/**
 * Estimates the candidate's advantage in mean score, where each stratum counts as often as it was played, and each game
 * with its weight.
 *
 * With a probability of 95 % the interval contains the true advantage after every game at once. So the experiment may
 * stop at any time and for any reason, for example when the interval excludes 0. If scores drift because opponents
 * change, the interval contains the weighted average advantage over the games. Without games it is [-1, 1].
 *
 * This is the empirical-Bernstein confidence sequence of Howard et al. (2021), Theorem 4, with the gamma-exponential
 * mixture and half of the error on each side. The theorem takes the width of the estimates' range as its scale; its
 * proof only needs that no weighted prediction error exceeds the scale. An error is at most 1 divided by the smaller
 * probability, and its weight twice that probability.
 */
export function differenceInterval(comparison: VariantComparison): ScoreDifference {
  const { weights, estimates, squares } = comparison;
  if (weights === 0) return { difference: 0, low: -1, high: 1 };
  const radius = boundFor(comparison, squares) / weights;
  const difference = estimates / weights;
  return { difference: clamp(difference), low: clamp(difference - radius), high: clamp(difference + radius) };
}

/** The mean score of each variant as it is, over all strata; `undefined` unless both have games. */
export function meanScores({ strata }: VariantComparison): Readonly<Record<Variant, number>> | undefined {
  const meanOf = (variant: Variant) => {
    const averages = Array.from(strata.values(), (each) => each[variant]);
    const sum = averages.reduce((total, average) => total + average.sum, 0);
    return sum / averages.reduce((total, average) => total + average.count, 0);
  };
  const means = { base: meanOf('base'), candidate: meanOf('candidate') };
  return Number.isNaN(means.base) || Number.isNaN(means.candidate) ? undefined : means;
}

/** More games than this are not worth forecasting. */
const MAX_GAMES_NEEDED = 100_000;

/**
 * How many more games will decide, if the difference, the spread of the scores and the shares stay: after them, the
 * interval excludes 0. 0 if it already does; `undefined` without games, or if more than {@link MAX_GAMES_NEEDED} are
 * needed.
 */
export function gamesNeeded(comparison: VariantComparison): number | undefined {
  const { count, estimates, squares } = comparison;
  if (count === 0) return undefined;
  const decides = (games: number) =>
    boundFor(comparison, (squares / count) * games) < Math.abs(estimates / count) * games;
  let [low, high] = [count - 1, count];
  while (!decides(high)) {
    if (high - count >= MAX_GAMES_NEEDED) return undefined;
    [low, high] = [high, Math.min(2 * high, count + MAX_GAMES_NEEDED)];
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return high - count;
}

/** Games in all until a difference of this size is decided, if scores spread as so far, at first as wins and losses. */
export function gamesToDecide(comparison: VariantComparison, difference: number): number | undefined {
  const [weight, squares] = [comparison.weights, comparison.squares].map((sum) => (sum + 1) / (comparison.count + 1));
  const more = gamesNeeded({ ...comparison, count: 1, estimates: difference * weight!, squares: squares! });
  return more === undefined ? undefined : more + 1;
}

/**
 * Returns the comparison with one more game of which only the variant is known, if it had this score. It teaches the
 * averages nothing. The ends of the interval over all its scores are those over 0 and 1.
 */
export function assumeGame(comparison: VariantComparison, game: StratumScore): VariantComparison {
  return { ...addGame(comparison, game), strata: comparison.strata };
}

/** The bound of the sum of weighted prediction errors, on one side. */
function boundFor({ tunedFor }: VariantComparison, squares: number): number {
  const mixture = createGammaMixture(SCALE, tunedFor, ALPHA / 2);
  return mixtureBound(mixture, squares, ALPHA / 2);
}

function learn({ count, sum }: Average, score: number): Average {
  return { count: count + 1, sum: sum + score };
}

function predict({ count, sum }: Average): number {
  return (sum + 0.5) / (count + 1);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(-1, value));
}

/**
 * A boundary for a sum S of deviations from a prediction, as a function of V, the sum of their squares.
 *
 * No deviation may be below -`scale`. `rho` sets the V at which the boundary is tightest.
 */
interface GammaMixture {
  readonly scale: number;
  readonly rho: number;
}

/**
 * Creates the mixture whose boundary for the crossing probability `alpha` is nearly the lowest possible at V =
 * `tunedFor`.
 *
 * The caller must choose `tunedFor` without looking at the data. Howard et al. (2021), section 3.5, in the one-sided
 * closed form for the normal mixture.
 */
export function createGammaMixture(scale: number, tunedFor: number, alpha: number): GammaMixture {
  const log = Math.log(1 / (2 * alpha));
  return { scale, rho: tunedFor / (2 * log + Math.log(1 + 2 * log)) };
}

/**
 * Logarithm of the mixture supermartingale m(s, v). If the prediction is right, the mean of m never exceeds 1, so the
 * probability that m ever exceeds 1 / alpha is at most alpha (Ville's inequality).
 *
 * Howard, Ramdas, McAuliffe and Sekhon (2021), "Time-uniform, nonparametric, nonasymptotic confidence sequences",
 * Annals of Statistics 49(2), gamma-exponential mixture (Proposition 8). Written with the series of the lower
 * incomplete gamma function (DLMF 8.7.1), because the powers and exponentials of the proposition then cancel.
 */
export function logMixture({ scale, rho }: GammaMixture, s: number, v: number): number {
  const square = scale * scale;
  return Math.log(series((v + rho) / square, (scale * s + v + rho) / square) / series(rho / square, rho / square));
}

/** The smallest s with m(s, v) = 1 / alpha. The probability that the sum ever exceeds this bound is at most alpha. */
export function mixtureBound(mixture: GammaMixture, v: number, alpha: number): number {
  const wanted = Math.log(1 / alpha);
  let low = 0;
  let high = mixture.scale + Math.sqrt(v);
  while (logMixture(mixture, high, v) < wanted) [low, high] = [high, 2 * high];
  while (high - low > 1e-10 * high) {
    const middle = (low + high) / 2;
    if (logMixture(mixture, middle, v) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** Σ bⁿ / (a (a + 1) … (a + n)). The terms grow while a + n < b, and then fall faster than any geometric series. */
function series(a: number, b: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; a + n < b || term > 1e-16 * sum; n++) {
    term *= b / (a + n);
    sum += term;
    if (sum === Infinity) break;
  }
  return sum;
}
