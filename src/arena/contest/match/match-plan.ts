/** A match: its contestants, game, seed and end; and the games of its pairs. */
import type { Seat } from '../../../rules/types.js';
import type { Contestant, ContestPlan, ContestantIndex, Pairing } from '../contest.js';
import { formatSprt } from '../../../stats/parse-sprt.js';
import type { SprtParameters } from '../../../stats/sprt.js';
import { identifyContest, type ContestIdentity } from '../contest-identity.js';

export interface MatchPlan extends ContestPlan {
  readonly contestants: Lineup;
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  /** Ends the match as soon as it decides; `undefined` for a fixed number of games. */
  readonly sprt: SprtParameters | undefined;
}

export interface MatchPairing extends Pairing {
  /** The seat whose score counts. */
  readonly subject: Seat;
}

export function isDuel({ snakes }: Pick<MatchPlan, 'snakes'>): boolean {
  return snakes === 2;
}

export function gamesPerPair(plan: Pick<MatchPlan, 'snakes'>): number {
  return isDuel(plan) ? 2 : 2 * plan.snakes;
}

type Lineup = readonly [base: Contestant, candidate: Contestant, ...opponents: Contestant[]];

/** Index of the base, the variant in use. */
export const BASE: ContestantIndex = 0;
/** Index of the candidate, the variant that may replace it. */
export const CANDIDATE: ContestantIndex = 1;

/** The role of a contestant in its match: `base`, `candidate`, or `opponent`, with a number if there are several. */
export function roleOf(index: ContestantIndex, contestants: readonly unknown[]): string {
  if (index === BASE) return 'base';
  if (index === CANDIDATE) return 'candidate';
  return contestants.length === 3 ? 'opponent' : `opponent ${index - CANDIDATE}`;
}

export function identifyMatch(plan: MatchPlan): ContestIdentity {
  const { snakes, sprt } = plan;
  return identifyContest(plan, roleOf, { snakes, test: sprt === undefined ? 'none' : formatSprt(sprt) });
}

/**
 * The games of a pair, always in this order. A duel has two, base first and candidate first, scored for the candidate.
 * With more snakes there is one game for each seat that the candidate can take among the opponents, and the same again
 * with the base in its place. Without opponents the other seats go to copies of the base.
 */
export function createPairings(plan: MatchPlan, pair: number): MatchPairing[] {
  const seed = `${plan.seed}/${pair}`;
  if (isDuel(plan)) {
    return [
      { pair, game: 0, seed, seats: [BASE, CANDIDATE], subject: 1 },
      { pair, game: 1, seed, seats: [CANDIDATE, BASE], subject: 0 },
    ];
  }
  const others = seatOthers(plan);
  return [CANDIDATE, BASE].flatMap((subject, half) =>
    Array.from({ length: plan.snakes }, (_, seat): MatchPairing => {
      const seats = others.toSpliced(seat, 0, subject);
      return { pair, game: half * plan.snakes + seat, seed, seats, subject: seat };
    }),
  );
}

/** The opponents in turn, until all seats but one are taken. */
function seatOthers({ contestants, snakes }: MatchPlan): ContestantIndex[] {
  const opponents = contestants.length - 2;
  return Array.from({ length: snakes - 1 }, (_, index) => (opponents === 0 ? BASE : 2 + (index % opponents)));
}
