/** What the page shows of a tuning. */
import { labelOf } from '../../arena/contest/contest.js';
import type { TuningOptions } from '../../arena/contest/tuning/tuning-options.js';
import { reportTuning, type TuningReport } from '../../arena/contest/tuning/tuning-report.js';
import type { TuningTally } from '../../arena/contest/tuning/tuning-tally.js';
import type { TuningDetails } from '../../page/api/contests.js';
import { toContestantView, type ContestPresenter } from '../contest/contest-presenter.js';
import { formatMoved } from './format-tuning.js';

/** The view of a tuning. */
export function createTuningPresenter(tuning: TuningOptions, maxPairs: number): ContestPresenter<TuningTally> {
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
  return { kind: 'tuning', trailEvery, parameters, strategy: toContestantView(strategy) };
}
