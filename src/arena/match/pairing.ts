/** The games that a pair consists of: one seed, the seats rotated, so that the luck of seat and food cancels. */
import type { Seat } from '../../rules/types.js';
import { BASE, CANDIDATE, type ContestantIndex } from './contestant.js';
import { isDuel, type MatchOptions } from './match-options.js';

/** A game of a match, before it is played. */
export interface Pairing {
  /** The number of the pair, from 0. */
  readonly pair: number;
  /** The number of the game in its pair, from 0. */
  readonly game: number;
  readonly seed: string;
  /** Contestants by seat. */
  readonly seats: readonly ContestantIndex[];
  /** The seat whose score counts. */
  readonly subject: Seat;
}

/**
 * The games of a pair, always in this order. A duel has two, base first and candidate first, scored for the candidate.
 * With more snakes there is one game for each seat that the candidate can take among the opponents, and the same again
 * with the base in its place. Without opponents the other seats go to copies of the base.
 */
export function createPairings(options: MatchOptions, pair: number): Pairing[] {
  const seed = `${options.seed}/${pair}`;
  if (isDuel(options)) {
    return [
      { pair, game: 0, seed, seats: [BASE, CANDIDATE], subject: 1 },
      { pair, game: 1, seed, seats: [CANDIDATE, BASE], subject: 0 },
    ];
  }
  const others = seatOthers(options);
  return [CANDIDATE, BASE].flatMap((subject, half) =>
    Array.from({ length: options.snakes }, (_, seat): Pairing => {
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
