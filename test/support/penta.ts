/** Pair counts as other tools print them, for the tests of `stats/`. */
import type { PairCounts } from '../../src/stats/sample.js';

/** Pairs by the candidate's points 0, 0.5, 1, 1.5 and 2. Those in the middle count as two draws. */
export function penta(ll: number, ld: number, middle: number, wd: number, ww: number): PairCounts {
  return { ll, ld, wl: 0, dd: middle, wd, ww };
}
