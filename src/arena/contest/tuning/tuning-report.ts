/** The result of a tuning as one object: `tune --json` prints it, and a formatter turns it into text for people. */
import { ratio, reportContestant, type ContestantReport } from '../contestant-report.js';
import type { TunedParameter } from '../../../page/api/contests.js';
import { neverPlayed } from '../side-tally.js';
import { roundValues } from './parameters.js';
import type { TuningOptions } from './tuning-options.js';
import { settledValues, type TuningTally } from './tuning-tally.js';

export interface TuningReport {
  readonly games: number;
  readonly pairs: number;
  /** Mean turns of a game. */
  readonly turns: number;
  readonly seed: string;
  /** Pairs from one point of the trails to the next. */
  readonly trailEvery: number;
  /** Whether the strategy ever played a move of its own: otherwise the result means nothing. */
  readonly didPlay: boolean;
  /** `value` is the mean over the last quarter of the course, rounded. */
  readonly parameters: readonly TunedParameter[];
  readonly strategy: ContestantReport;
}

export function reportTuning(tally: TuningTally, tuning: TuningOptions): TuningReport {
  const { parameters, contestants, seed } = tuning;
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
