/** Experiments for the page: each verdict with its trail, and a sentence for people. */
import type { ShadowLine } from '../../views/report-lines.js';
import type { ExperimentsView, ExperimentView, TrailPoint } from '../../views/plots.js';
import type { GameFilter } from '../../views/game-rows.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { formatExperiment, formatShadow } from './format-experiments.js';
import { readExperimentGames, reportShadows } from './report.js';
import { computeVerdict, splitExperiments, type ExperimentGame } from './verdicts.js';

const MAX_TRAIL_POINTS = 120;

export async function studyExperiments(
  db: Database,
  dialect: SqlDialect,
  filter: GameFilter,
): Promise<ExperimentsView> {
  const shadows = await reportShadows(db, dialect, filter);
  const games = await readExperimentGames(db, filter);
  return {
    live: splitExperiments(games).map((each) => {
      const verdict = traceVerdict(each);
      const isSame = (line: ShadowLine) => line.snake === verdict.snake && line.experiment === verdict.experiment;
      const shadow = shadows.find(isSame)?.games ?? 0;
      return { ...verdict, sentence: formatExperiment({ ...verdict, shadow }) };
    }),
    shadows: shadows.map((line) => ({ ...line, sentence: formatShadow(line) })),
  };
}

/**
 * The verdict on the experiment of these games, with its trail: the interval after some of the games, added in order.
 * The points lie closer at the start, where the interval changes most.
 */
function traceVerdict(games: readonly ExperimentGame[]): Omit<ExperimentView, 'sentence'> {
  const verdict = computeVerdict(games);
  const marks = marksOf(verdict.base + verdict.candidate);
  const trail: TrailPoint[] = [];
  computeVerdict(games, (count, difference) => {
    if (marks.has(count)) trail.push({ games: count, ...difference() });
  });
  return { ...verdict, trail };
}

/** The numbers of games after which there is a point. */
function marksOf(games: number): ReadonlySet<number> {
  const points = Math.min(games, MAX_TRAIL_POINTS);
  return new Set(Array.from({ length: points }, (_, index) => Math.ceil(games * ((index + 1) / points) ** 1.5)));
}
