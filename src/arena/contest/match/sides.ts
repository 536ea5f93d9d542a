/** The roles of those who take part in a match: the base, the candidate, and opponents in larger games. */
import type { Contestant, ContestantIndex } from '../contestant.js';

/** All that take part in a match: the base, the candidate, then the opponents. */
export type Lineup = readonly [base: Contestant, candidate: Contestant, ...opponents: Contestant[]];

/** Index of the base, the variant in use. */
export const BASE: ContestantIndex = 0;
/** Index of the candidate, the variant that may replace it. */
export const CANDIDATE: ContestantIndex = 1;

/** What a contestant does in its match: `base`, `candidate`, or `opponent` with a number if there are several. */
export function roleOf(index: ContestantIndex, contestants: readonly unknown[]): string {
  if (index === BASE) return 'base';
  if (index === CANDIDATE) return 'candidate';
  return contestants.length === 3 ? 'opponent' : `opponent ${index - CANDIDATE}`;
}
