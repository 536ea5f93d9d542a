/** What the page shows of experiments: each verdict with the way to it, and a sentence for people. */
import type { ShadowLine } from '../../journal/report/report-lines.js';
import type { ExperimentsView } from '../api/plots.js';
import type { GameFilter } from '../../journal/game-rows.js';
import type { Database, SqlDialect } from '../../journal/store/tables.js';
import { formatExperiment } from '../../journal/report/format-experiment.js';
import { formatShadow } from '../../journal/report/format-shadow.js';
import { reportShadows } from '../../journal/report/report-shadows.js';
import { readExperimentGames } from '../../journal/report/report.js';
import { traceVerdict } from './verdict-trail.js';
import { splitExperiments } from '../../journal/report/verdicts.js';

/** Studies the experiments of the games of a filter. */
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
