/** What the page shows of a tuning. */
import { labelOf } from '../../arena/contest/contestant.js';
import type { TuningOptions } from '../../arena/tuning/tuning-options.js';
import { reportTuning, type TuningReport } from '../../arena/tuning/tuning-report.js';
import type { TuningTally } from '../../arena/tuning/tuning-tally.js';
import type { TuningDetails } from '../../page/api/contests.js';
import { toContestantRow, type ContestView } from '../contest/contest-view.js';
import { formatMoved } from './format-tuning.js';

/** The view of a tuning. */
export function createTuningView(tuning: TuningOptions, maxPairs: number): ContestView<TuningTally> {
  return {
    kind: 'tuning',
    title: `tuning of ${labelOf(tuning.contestants[0])}`,
    seed: tuning.seed,
    game: tuning.game,
    gamesPerPair: 2,
    note() {},
    pairsLeft: ({ pairs }) => Math.max(0, maxPairs - pairs),
    line: (tally) => formatMoved(reportTuning(tally, tuning)),
    details: (tally) => toDetails(reportTuning(tally, tuning)),
  };
}

function toDetails({ trailEvery, parameters, strategy }: TuningReport): TuningDetails {
  return { kind: 'tuning', trailEvery, parameters, strategy: toContestantRow(strategy) };
}
