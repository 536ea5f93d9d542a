/** An interval for a share, such as games won or turns lost; for tables where Elo would say too much. */
import { Z95 } from './normal.js';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The score interval for a probability of which `successes` of `trials` are seen; 95 % unless `z` says otherwise. Always
 * within [0, 1] and never empty; with no trials it is all of [0, 1].
 *
 * Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22(158); method 3 of Newcombe
 * (1998), Statistics in Medicine 17.
 */
export function wilsonInterval(successes: number, trials: number, z = Z95): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const reach = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return {
    low: successes === 0 ? 0 : (centre - reach) / scale,
    high: successes === trials ? 1 : (centre + reach) / scale,
  };
}
