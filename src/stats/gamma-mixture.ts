/** How far a sum may stray from its expectation at any time whatever; `confidence-sequence.ts` calls it. */

/**
 * A boundary for sums S whose terms deviate by at least -`scale` from their prediction, in terms of the sum V of squared
 * deviations. `rho` says where it is tightest.
 */
export interface GammaMixture {
  readonly scale: number;
  readonly rho: number;
}

/**
 * The mixture whose boundary for crossing probability `alpha` is about the lowest when V is `tunedFor`. The choice must not
 * depend on the data. Howard et al. (2021), section 3.5, in the closed form for the normal mixture, one-sided.
 */
export function createGammaMixture(scale: number, tunedFor: number, alpha: number): GammaMixture {
  const log = Math.log(1 / (2 * alpha));
  return { scale, rho: tunedFor / (2 * log + Math.log(1 + 2 * log)) };
}

/**
 * Logarithm of the mixture martingale m(s, v): under the prediction its mean never exceeds 1, so by Ville's inequality it
 * ever exceeds 1 / alpha with a probability of at most alpha.
 *
 * Howard, Ramdas, McAuliffe and Sekhon (2021), "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of
 * Statistics 49(2), gamma-exponential mixture (Proposition 8). Written with the series of the lower incomplete gamma
 * function (DLMF 8.7.1), in which the powers and exponentials of the proposition cancel.
 */
export function logMixture({ scale, rho }: GammaMixture, s: number, v: number): number {
  const square = scale * scale;
  return Math.log(series((v + rho) / square, (scale * s + v + rho) / square) / series(rho / square, rho / square));
}

/** The least s at which m(s, v) is 1 / alpha: the sum is above this at any time with a probability of at most alpha. */
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

/** Σ bⁿ / (a (a + 1) … (a + n)). The terms rise while a + n < b, and fall faster than any geometric series after that. */
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
