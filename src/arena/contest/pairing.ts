/** A game of a contest before it is played, as data: all that is needed to play it, here or elsewhere. */
import type { ContestantIndex } from './contestant.js';

/** One game. The games of a pair have one seed and other seats, so that the luck of seat and food cancels. */
export interface Pairing {
  /** The number of the pair, from 0. */
  readonly pair: number;
  /** The number of the game in its pair, from 0. */
  readonly game: number;
  readonly seed: string;
  /** Contestants by seat. */
  readonly seats: readonly ContestantIndex[];
  /** By contestant: complete options that it plays this game with, in place of its own. Only strategies have any. */
  readonly options?: readonly Readonly<Record<string, unknown>>[];
}
