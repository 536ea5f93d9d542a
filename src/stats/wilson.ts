/** An interval for a probability seen as successes among trials, for example games won; the reports print it. */
import { Z95 } from './normal.js';

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
