/** A tuning as a file holds it. */
import { Type } from '../../../wire/type.js';
import { createDamageFinder, type ContestKind, type ContestFile } from '../contest-file.js';
import { countSchema } from '../side-tally.js';
import { MAX_TRIALS_AHEAD, tuningTallySchema, type TuningTally } from './tuning-tally.js';

const FORMAT = 'serpentarium tuning 2';

export const TUNING_FILE: ContestKind<TuningTally> = {
  noun: 'tuning',
  format: FORMAT,
  roleOf: () => 'strategy',
  findDamage: createDamageFinder<TuningTally>({
    format: FORMAT,
    tally: tuningTallySchema,
    settings: { seed: Type.String(), planned: countSchema },
    minContestants: 1,
    findContradiction,
  }),
};

/** Numbers that should follow from each other and do not. */
function findContradiction({ identity, tally }: ContestFile<TuningTally>): string | undefined {
  const { pairs, played, recent, trail } = tally;
  const parameters = Object.keys(identity.settings).filter((key) => key.startsWith('tuned.')).length;
  if ([...recent, ...trail.points].some(({ length }) => length !== parameters)) {
    return `tally has values of another number of options than ${parameters}`;
  }
  if (recent.length !== Math.min(pairs + 1, MAX_TRIALS_AHEAD)) {
    return `tally.recent has ${recent.length} entries after ${pairs} pairs`;
  }
  if (trail.points.length !== Math.floor(pairs / trail.every) + 1) {
    return `tally.trail has ${trail.points.length} points after ${pairs} pairs`;
  }
  return played > 2 * pairs ? `tally.played is ${played}, of ${2 * pairs} games` : undefined;
}
