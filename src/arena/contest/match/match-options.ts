/** What a match is: who plays, which game, from which seed. Two runs with the same options play the same games. */
import type { Seat } from '../../../rules/types.js';
import type { Contest, Contestant, ContestantIndex, Pairing } from '../contest.js';
import { formatSprt } from '../../../stats/parse-sprt.js';
import type { SprtParameters } from '../../../stats/sprt.js';
import { identifyContest, type ContestIdentity } from '../contest-identity.js';

/** A match as the caller describes it. Plain data. */
export interface MatchOptions extends Contest {
  readonly contestants: Lineup;
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  readonly seed: string;
}

export interface MatchPairing extends Pairing {
  /** The seat whose score counts. */
  readonly subject: Seat;
}

/** Whether two snakes play each game. */
export function isDuel({ snakes }: Pick<MatchOptions, 'snakes'>): boolean {
  return snakes === 2;
}

export function gamesPerPair(options: Pick<MatchOptions, 'snakes'>): number {
  return isDuel(options) ? 2 : 2 * options.snakes;
}

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

/** The identity of this match, with this test or with a fixed number of games. */
export function identifyMatch(
  { contestants, snakes, seed, game }: MatchOptions,
  sprt: SprtParameters | undefined,
): ContestIdentity {
  const { settings, ...rest } = game;
  const test = sprt === undefined ? 'none' : formatSprt(sprt);
  return identifyContest(contestants, { snakes, seed, ...rest, ...settings, test });
}
