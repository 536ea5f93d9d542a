/** Experiments for the page: each verdict with its trail, and a sentence for people. */
import type { ExperimentVerdict } from '../../views/report-lines.js';
import type { ExperimentsView, TrailPoint } from '../../views/plots.js';
import type { GameFilter } from '../../views/game-rows.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { formatExperiment, formatForecast, formatShadow } from './format-experiments.js';
import type { ExperimentGame } from './experiment-sides.js';
import { readExperimentGames, reportShadows, withShadow } from './report.js';
import { computeVerdict, holdOf, splitExperiments } from './verdicts.js';

const MAX_TRAIL_POINTS = 120;

export async function studyExperiments(
  db: Database,
  dialect: SqlDialect,
  filter: GameFilter,
): Promise<ExperimentsView> {
  const shadows = await reportShadows(db, dialect, filter);
  const games = await readExperimentGames(db, filter);
  const states = await db.selectFrom('guards').selectAll().orderBy('at', 'desc').execute();
  const live = splitExperiments(games).map((each) => {
    const verdict = computeVerdict(each, undefined, states);
    const sentence = formatExperiment(withShadow(verdict, shadows));
    return { ...verdict, trail: trailOf(each, verdict), sentence, outlook: formatForecast(verdict.forecast) };
  });
  return {
    live,
    held: states
      .filter(({ experiment }) => filter.experiment === undefined || filter.experiment === experiment)
      .map(({ experiment, ...state }) => ({ experiment, ...holdOf(state) })),
    shadows: shadows.map((line) => ({ ...line, sentence: formatShadow(line) })),
  };
}

/**
 * The interval after some of the games, added in order. The points lie closer at the start, where it changes most.
 */
function trailOf(games: readonly ExperimentGame[], verdict: ExperimentVerdict): TrailPoint[] {
  const marks = marksOf(verdict.games);
  const trail: TrailPoint[] = [];
  computeVerdict(games, (count, difference) => {
    if (marks.has(count)) trail.push({ games: count, ...difference() });
  });
  return trail;
}

/** The numbers of games after which there is a point. */
function marksOf(games: number): ReadonlySet<number> {
  const points = Math.min(games, MAX_TRAIL_POINTS);
  return new Set(Array.from({ length: points }, (_, index) => Math.ceil(games * ((index + 1) / points) ** 1.5)));
}
