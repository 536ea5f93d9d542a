/** The versions of a snake: their labels, their sums, their courses as curves of one chart. */
import type { VersionView } from '../../../views/plots.js';
import { toCurves, type ChartData } from '../plots/chart-scale.js';

/** More curves than this cannot be distinguished. */
export const MAX_CURVES = 6;

/** How a version differs from others: its version string or hash, the side of its experiment, its options. */
function labelVersion({ version, hash, experiment, variant, options }: VersionView): string {
  const name = version === '' ? hash.slice(0, 7) : version;
  const side = experiment === '' ? '' : ` (${experiment}: ${variant})`;
  const chosen = Object.entries(options).map(([key, value]) => ` ${key} ${JSON.stringify(value)}`);
  return `${name}${side}${chosen.join(',')}`;
}

/** A label for each version; with its hash where two versions would else have one label. */
export function labelVersions(versions: readonly VersionView[]): string[] {
  const labels = versions.map(labelVersion);
  return labels.map((label, index) => {
    const isShared = labels.some((other, at) => at !== index && other === label);
    return isShared ? `${label} ${versions[index]!.hash.slice(0, 7)}` : label;
  });
}

export function addUp(versions: readonly VersionView[]) {
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

/** Half of the interval of a score that is known well enough to compare versions. */
export const PRECISION = 0.05;

/** How well the mean score of a version is known: half of its interval, and the games missing to {@link PRECISION}. */
export function precisionOf({ course }: Pick<VersionView, 'course'>) {
  const games = course.reduce((sum, point) => sum + point.games, 0);
  // The square of an interval shrinks with the games.
  const spread =
    course.reduce((sum, { games: of, low, high }) => sum + of * ((high - low) / 2) ** 2, 0) / course.length;
  // To two digits: it is an estimate.
  const missing = Math.max(0, Number((spread / PRECISION ** 2 - games).toPrecision(2)));
  return { games, half: Math.sqrt(spread / games), missing };
}

function gamesUpTo(course: VersionView['course'], at: number): number {
  return course.slice(0, at + 1).reduce((sum, { games }) => sum + games, 0);
}

/** The courses of the versions that played last, each from its first game on. */
export function versionChart(versions: readonly VersionView[]): ChartData {
  const labels = labelVersions(versions);
  const curves = versions
    .map(({ course }, index) => ({
      name: labels[index]!,
      points: course.map(({ score, low, high }, at) => ({ x: gamesUpTo(course, at), y: score, low, high })),
    }))
    .filter(({ points }) => points.length > 0)
    .slice(0, MAX_CURVES);
  return {
    panels: [
      { title: 'mean score', layers: toCurves(curves), range: [0.4, 0.6], limits: [0, 1], formatY: formatScore },
    ],
    xTitle: 'games of the version',
  };
}

function formatScore(score: number): string {
  return score.toFixed(2);
}
