/**
 * The same match seen from the base, for the tests of `stats/`: what holds for one side must hold mirrored for the
 * other.
 */
import type { PairCounts, PairedDifferences } from '../../src/stats/sample.js';

/** The pairs seen from the base: wins become losses. */
export function mirrorPairs({ ll, ld, wl, dd, wd, ww }: PairCounts): PairCounts {
  return { ll: ww, ld: wd, wl, dd, wd: ld, ww: ll };
}

/** The seeds seen from the base. */
export function mirrorDifferences(differences: PairedDifferences): PairedDifferences {
  return { ...differences, mean: 0 - differences.mean };
}
