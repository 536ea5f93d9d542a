/** What a match is: who plays, what game, and from which seed. Two runs with the same terms play the same games. */
import type { Contestant } from './contestant.js';
import type { GameTerms } from './terms.js';

/** The game that is played again and again. All of it is data. */
export type MatchGame = Pick<GameTerms, 'ruleset' | 'width' | 'height' | 'timeout' | 'maxTurns' | 'settings'> & {
  readonly map: string;
};

export interface MatchTerms {
  /** The base, the candidate, then the opponents. */
  readonly contestants: readonly [Contestant, Contestant, ...Contestant[]];
  /** Snakes in a game: 2 for duels. */
  readonly snakes: number;
  readonly game: MatchGame;
  readonly seed: string;
}

export function isDuel({ snakes }: Pick<MatchTerms, 'snakes'>): boolean {
  return snakes === 2;
}

/** Games in a pair. */
export function gamesPerPair(terms: Pick<MatchTerms, 'snakes'>): number {
  return isDuel(terms) ? 2 : 2 * terms.snakes;
}
