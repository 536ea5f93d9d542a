/** Bounds how far a sum strays from its expectation at any time at all; `confidence-sequence.ts` calls it. */

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
