/** The sections of a tuning's report: every option with its course between its bounds. */
import { formatFigure } from '../../../views/numbers.js';
import type { SectionCurve, ShownReport } from '../../../views/sections.js';
import { sparkline } from '../../../views/sparkline.js';
import { describeErrors, showContestants, showPlayed } from '../contestant-report.js';
import type { TunedParameter, TuningReport } from './tuning-tally.js';

/** Columns of a course in text. */
const COURSE = 36;

export function showTuning(report: TuningReport): ShownReport {
  const { parameters, strategy, trailEvery } = report;
  return {
    remarks: [describeErrors(strategy.name, strategy) ?? []].flat(),
    sections: [
      showPlayed(report),
      {
        kind: 'table',
        title: 'Options',
        columns: [
          { header: 'option' },
          { header: 'start', isNumber: true },
          { header: 'found', title: 'Mean of the last quarter', isNumber: true },
          { header: 'course' },
        ],
        rows: parameters.map(({ name, minimum, maximum, start, value, trail }) => [
          { text: name, title: `${minimum} to ${maximum}` },
          formatFigure(start),
          formatFigure(value),
          sparkline(trail, COURSE),
        ]),
      },
      ...parameters.map((parameter) => showCourse(parameter, trailEvery)),
      ...showContestants('strategy', [[strategy.name, strategy]]),
    ],
  };
}

function showCourse({ name, minimum, maximum, start, value, trail }: TunedParameter, every: number): SectionCurve {
  // A tenth of what the bounds allow at least: smaller steps are noise.
  const half = (maximum - minimum) / 20;
  return {
    kind: 'curve',
    title: name,
    text: `${name} went from ${formatFigure(start)} to ${formatFigure(value)} in ${(trail.length - 1) * every} pairs.`,
    yTitle: name,
    points: trail.map((y, index) => ({ x: index * every, y })),
    range: [Math.max(minimum, start - half), Math.min(maximum, start + half)],
    limits: [minimum, maximum],
    marks: [{ y: start, name: 'start' }],
  };
}
