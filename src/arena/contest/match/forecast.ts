/** How many pairs a match still needs if it goes on as it did so far; the verdict and the progress line say so. */
import { Z95 } from '../../../stats/normal.js';
import { standardDeviation, type ScoreSample } from '../../../stats/sample.js';
import { evaluateSprt, type SprtParameters } from '../../../stats/sprt.js';
import { toSample, type MatchTally } from './match-tally.js';
import type { StopCondition } from './stop-condition.js';

/** A forecast looks no further than this many times the pairs played: what so few pairs show is chance. */
const MAX_GROWTH = 2 ** 20;
/** Steps of the search between two powers of two: enough for three digits. */
const BISECTIONS = 12;

/**
 * Pairs until the test decides, if they score as those so far. Without a test: pairs until the 95 % interval of the
 * difference no longer contains 0. `undefined` if there is no difference yet; 0 if nothing more is needed.
 */
export function forecastPairs(tally: MatchTally, { sprt }: StopCondition): number | undefined {
  const sample = toSample(tally);
  if (sample.count === 0) return undefined;
  const total = sprt === undefined ? pairsUntilClear(sample) : pairsUntilDecided(sample, sprt);
  return total === undefined ? undefined : Math.max(0, Math.ceil(total - sample.count));
}

function pairsUntilClear(sample: ScoreSample): number | undefined {
  const difference = Math.abs(sample.mean - 0.5);
  return difference === 0 ? undefined : ((Z95 * standardDeviation(sample)) / difference) ** 2;
}

/** Searches for the growth at which the test decides: its guard against few pairs makes the LLR grow unevenly. */
function pairsUntilDecided(sample: ScoreSample, sprt: SprtParameters): number | undefined {
  const decides = (growth: number) => evaluateSprt(enlarge(sample, growth), sprt).verdict !== 'undecided';
  if (decides(1)) return sample.count;
  let enough = 2;
  while (!decides(enough)) {
    enough *= 2;
    if (enough > MAX_GROWTH) return undefined;
  }
  let few = enough / 2;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (few + enough) / 2;
    if (decides(middle)) enough = middle;
    else few = middle;
  }
  return sample.count * enough;
}

/** The sample with `growth` times as many pairs that scored alike. */
function enlarge({ count, categories, ...same }: ScoreSample, growth: number): ScoreSample {
  const enlarged = { ...same, count: count * growth };
  if (categories === undefined) return enlarged;
  return { ...enlarged, categories: categories.map((one) => ({ score: one.score, count: one.count * growth })) };
}
