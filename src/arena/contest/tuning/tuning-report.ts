/** Makes the report of a tuning from its tally. */
import { ratio, reportContestant } from '../contestant-report.js';
import type { TuningReport } from '../report.js';
import { neverPlayed } from '../side-tally.js';
import { roundValues, type TuningPlan } from './tuning-plan.js';
import { settledValues, type TuningTally } from './tuning-tally.js';

export function reportTuning(tally: TuningTally, plan: TuningPlan): TuningReport {
  const { parameters, contestants, seed } = plan;
  const { pairs, played, turns, trail, side } = tally;
  const values = roundValues(parameters, settledValues(tally));
  return {
    games: 2 * pairs,
    pairs,
    turns: ratio(turns, played),
    seed,
    trailEvery: trail.every,
    didPlay: !neverPlayed(side),
    parameters: parameters.map(({ name, minimum, maximum, start }, index) => {
      const course = trail.points.map((point) => point[index]!);
      return { name, minimum, maximum, start, value: values[index]!, trail: course };
    }),
    strategy: reportContestant(side, contestants[0]),
  };
}
