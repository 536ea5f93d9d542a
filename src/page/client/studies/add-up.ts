/** The versions of a snake together. */
import type { VersionView } from '../../api/plots.js';

/** The sums of all versions that are shown. */
export interface VersionSums {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly answers: number;
  readonly fallbacks: number;
  readonly lost: number;
  readonly causes: Readonly<Record<string, number>>;
}

export function addUp(versions: readonly VersionView[]): VersionSums {
  const sum = (of: (version: VersionView) => number): number => versions.reduce((all, one) => all + of(one), 0);
  const causes: Record<string, number> = {};
  for (const version of versions) {
    for (const [cause, count] of Object.entries(version.causes)) causes[cause] = (causes[cause] ?? 0) + count;
  }
  return {
    games: sum(({ games }) => games),
    wins: sum(({ wins }) => wins),
    draws: sum(({ draws }) => draws),
    losses: sum(({ losses }) => losses),
    answers: sum(({ answers }) => answers),
    fallbacks: sum(({ late, failed, illegal }) => late + failed + illegal),
    lost: sum(({ lost }) => lost),
    causes,
  };
}
