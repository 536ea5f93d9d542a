/** When a match ends: after a number of games, or as soon as a test knows. */
import { judge, type SprtParameters, type SprtReport } from '../stats/sprt.js';
import { toSample, type MatchTally } from './match-tally.js';

export interface MatchGoal {
  /** Nothing where a fixed number of games is played. */
  readonly sprt: SprtParameters | undefined;
  /** The match ends here at the latest. */
  readonly maxPairs: number;
}

/** What the test says so far; nothing where none is made. */
export function judgeMatch(tally: MatchTally, { sprt }: MatchGoal): SprtReport | undefined {
  return sprt && judge(toSample(tally), sprt);
}

/** Whether the test has ended; a fixed number of games is only ever over. */
export function isDecided(tally: MatchTally, goal: MatchGoal): boolean {
  return (judgeMatch(tally, goal)?.verdict ?? 'undecided') !== 'undecided';
}
