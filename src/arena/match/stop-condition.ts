/** When a match ends: after a number of games, or as soon as a test knows. */
import { evaluateSprt, type SprtParameters, type SprtReport } from '../../stats/sprt.js';
import { toSample, type MatchTally } from './match-tally.js';

export interface StopCondition {
  /** Nothing where a fixed number of games is played. */
  readonly sprt: SprtParameters | undefined;
  /** The match ends here at the latest. */
  readonly maxPairs: number;
}

/** What the test says so far; nothing where none is made. */
export function evaluateMatch(tally: MatchTally, { sprt }: StopCondition): SprtReport | undefined {
  return sprt && evaluateSprt(toSample(tally), sprt);
}

/** Whether the test has ended; a fixed number of games is only ever over. */
export function isDecided(tally: MatchTally, goal: StopCondition): boolean {
  return (evaluateMatch(tally, goal)?.verdict ?? 'undecided') !== 'undecided';
}
