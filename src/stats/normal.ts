/** The normal distribution, and with it an interval for a probability seen as successes among trials. */

/** A standard normal variable lies between -Z95 and Z95 with a probability of 95 %. */
export const Z95 = 1.959963984540054;

/**
 * The probability that a standard normal variable is at most `x`, to about 1e-15.
 *
 * The series of Marsaglia (2004), "Evaluating the normal distribution", Journal of Statistical Software 11(4), section
 * 3: 1/2 + φ(x) (x + x³/3 + x⁵/(3·5) + …).
 */
export function normalCdf(x: number): number {
  // Out here the tail is below 1e-18, so small that the series would cancel it away.
  if (Math.abs(x) > 8.5) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  const probability = 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, probability));
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval for the probability behind `successes` among `trials`, at 95 % unless `z` says otherwise.
 *
 * It lies within [0, 1] and is never empty; without trials it is [0, 1].
 *
 * Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22(158); method 3 of
 * Newcombe (1998), Statistics in Medicine 17.
 */
export function wilsonInterval(successes: number, trials: number, z = Z95): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const radius = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    low: successes === 0 ? 0 : (centre - radius) / scale,
    high: successes === trials ? 1 : (centre + radius) / scale,
  };
}
