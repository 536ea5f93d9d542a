/** How the verdicts on live experiments came about: the interval as it was after more and more games. For the page. */
import type { ExperimentView, TrailPoint } from '../api/plots.js';
import { differenceInterval } from '../../stats/confidence-sequence.js';
import { reachVerdict, type ExperimentGame } from '../../journal/report/verdicts.js';

/** Most points of a trail. */
export const MAX_TRAIL_POINTS = 120;

/**
 * The verdict on the experiment of these games, with its trail: the games are added one by one, as the verdict adds
 * them, and the interval is computed again after some of them. The points lie closer at the start, where the interval
 * changes most.
 */
export function traceVerdict(games: readonly ExperimentGame[]): Omit<ExperimentView, 'sentence'> {
  const verdict = reachVerdict(games);
  const marks = marksOf(verdict.base + verdict.candidate);
  const trail: TrailPoint[] = [];
  reachVerdict(games, (comparison) => {
    const { count } = comparison;
    if (marks.has(count)) trail.push({ games: count, ...differenceInterval(comparison) });
  });
  return { ...verdict, trail };
}

/** The numbers of games after which there is a point. */
function marksOf(games: number): ReadonlySet<number> {
  const points = Math.min(games, MAX_TRAIL_POINTS);
  return new Set(Array.from({ length: points }, (_, index) => Math.ceil(games * ((index + 1) / points) ** 1.5)));
}
