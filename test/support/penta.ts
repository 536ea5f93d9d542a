/** Pair counts written as the tools of the field print them, for the tests of `stats/`. */
import { type PairCounts } from '../../src/stats/pair-counts.js';

/** Pairs by the candidate's points: 0, 0.5, 1, 1.5, 2. Those in the middle are put down as drawn twice. */
export function penta(ll: number, ld: number, middle: number, wd: number, ww: number): PairCounts {
  return { ll, ld, wl: 0, dd: middle, wd, ww };
}
