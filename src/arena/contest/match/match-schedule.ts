/** The pairs of a match: one seed, the seats rotated, so that the luck of seat and food cancels. */
import type { ContestantIndex } from '../contest.js';
import type { PairSchedule } from '../play-contest.js';
import { BASE, CANDIDATE, isDuel, type MatchOptions, type MatchPairing } from './match-options.js';
import { foldPair, type MatchTally } from './match-tally.js';

export function scheduleMatch(match: MatchOptions): PairSchedule<MatchTally, MatchPairing> {
  return { maxAhead: Infinity, pairingsOf: (pair) => createPairings(match, pair), fold: foldPair };
}

/**
 * The games of a pair, always in this order. A duel has two, base first and candidate first, scored for the candidate.
 * With more snakes there is one game for each seat that the candidate can take among the opponents, and the same again
 * with the base in its place. Without opponents the other seats go to copies of the base.
 */
export function createPairings(options: MatchOptions, pair: number): MatchPairing[] {
  const seed = `${options.seed}/${pair}`;
  if (isDuel(options)) {
    return [
      { pair, game: 0, seed, seats: [BASE, CANDIDATE], subject: 1 },
      { pair, game: 1, seed, seats: [CANDIDATE, BASE], subject: 0 },
    ];
  }
  const others = seatOthers(options);
  return [CANDIDATE, BASE].flatMap((subject, half) =>
    Array.from({ length: options.snakes }, (_, seat): MatchPairing => {
      const seats = others.toSpliced(seat, 0, subject);
      return { pair, game: half * options.snakes + seat, seed, seats, subject: seat };
    }),
  );
}

/** The opponents in turn, until all seats but one are taken. */
function seatOthers({ contestants, snakes }: MatchOptions): ContestantIndex[] {
  const opponents = contestants.length - 2;
  return Array.from({ length: snakes - 1 }, (_, index) => (opponents === 0 ? BASE : 2 + (index % opponents)));
}
