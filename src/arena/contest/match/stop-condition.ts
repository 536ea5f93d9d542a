/** When a match ends: after a number of pairs, or as soon as a test has decided. */
import { evaluateSprt, type SprtParameters, type SprtReport } from '../../../stats/sprt.js';
import { toSample, type MatchTally } from './match-tally.js';

export interface StopCondition {
  /** Absent if a fixed number of games is played. */
  readonly sprt: SprtParameters | undefined;
  /** The match ends here at the latest. */
  readonly maxPairs: number;
}

/** What the test says so far; `undefined` without a test. */
export function evaluateMatch(tally: MatchTally, { sprt }: StopCondition): SprtReport | undefined {
  return sprt && evaluateSprt(toSample(tally), sprt);
}

/** Whether the test has decided. A match without a test only ends at its limit. */
export function isDecided(tally: MatchTally, condition: StopCondition): boolean {
  return (evaluateMatch(tally, condition)?.verdict ?? 'undecided') !== 'undecided';
}
