/** The pairs of a tuning: the settings on one side of the values so far against those on the other. */
import { createChance } from '../../../rules/chance.js';
import { stepAfter, trialAt } from '../../../stats/fit/spsa.js';
import type { Pairing } from '../contest.js';
import type { PairSchedule } from '../play-contest.js';
import { withValues } from './parameters.js';
import type { TuningOptions } from './tuning-options.js';
import { addTrial, currentValues, MAX_TRIALS_AHEAD, resultOf, type TuningTally } from './tuning-tally.js';

/**
 * Each pair is one comparison of SPSA, with one seed and the seats swapped. Its trial follows from the values after the
 * pair {@link MAX_TRIALS_AHEAD} before it, however many of the pairs between are done: so the course of a tuning is the
 * same on any number of cores, and no core waits.
 */
export function scheduleTuning(tuning: TuningOptions): PairSchedule<TuningTally> {
  const { parameters, options, planned, seed } = tuning;
  const trialOf = (pair: number, tally: TuningTally) => {
    const version = Math.max(0, pair - MAX_TRIALS_AHEAD + 1);
    const values = tally.recent[tally.recent.length - 1 - (tally.pairs - version)]!;
    const chance = createChance(`${seed}/${pair}/signs`);
    return trialAt(
      parameters,
      values,
      pair,
      parameters.map(() => 2 * chance.below(2) - 1),
    );
  };
  return {
    maxAhead: MAX_TRIALS_AHEAD,
    pairingsOf(pair, tally) {
      const { plus, minus } = trialOf(pair, tally);
      const both = [withValues(options, parameters, plus), withValues(options, parameters, minus)];
      const game = { pair, seed: `${seed}/${pair}`, options: both };
      return [
        { ...game, game: 0, seats: [0, 1] },
        { ...game, game: 1, seats: [1, 0] },
      ] satisfies Pairing[];
    },
    fold(tally, games, records) {
      const k = tally.pairs;
      const result = resultOf(games, records);
      const values = stepAfter(parameters, currentValues(tally), trialOf(k, tally), { k, planned, result });
      return addTrial(tally, games, records, values);
    },
  };
}
