/** Estimates how many pairs a match still needs; the verdict and the progress line show it. */
import type { ScoreSample } from '../../../stats/sample.js';
import { DEFAULT_SPRT, evaluateSprt } from '../../../stats/sprt.js';
import type { MatchPlan } from './match-plan.js';
import { toSample, type MatchTally } from './match-tally.js';

/** With fewer pairs, the spread of their scores is too uncertain for a forecast. */
export const FEW_PAIRS = 30;
/** A forecast looks no further than this many times the played pairs: few pairs prove little. */
const MAX_GROWTH = 2 ** 20;
/** Steps of the search between two powers of two: enough for three digits. */
const BISECTIONS = 12;

/**
 * Pairs until the test decides, at the scores so far; without a test, until {@link DEFAULT_SPRT} would. 0 once it has
 * decided; otherwise `undefined` while there are fewer than {@link FEW_PAIRS}.
 */
export function forecastPairs(tally: MatchTally, { sprt = DEFAULT_SPRT }: Pick<MatchPlan, 'sprt'>): number | undefined {
  const sample = toSample(tally);
  const decides = (growth: number) => evaluateSprt(enlarge(sample, growth), sprt).verdict !== 'undecided';
  if (decides(1)) return 0;
  if (sample.count < FEW_PAIRS) return undefined;
  // The correction for few pairs makes the LLR grow unevenly, so a search finds the growth at which the test decides.
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
  return Math.max(0, Math.ceil(sample.count * enough - sample.count));
}

/** The sample with `growth` times as many pairs of the same scores. */
function enlarge({ count, categories, ...same }: ScoreSample, growth: number): ScoreSample {
  const enlarged = { ...same, count: count * growth };
  if (categories === undefined) return enlarged;
  return { ...enlarged, categories: categories.map((one) => ({ score: one.score, count: one.count * growth })) };
}
