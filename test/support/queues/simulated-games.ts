/** The games of a simulated match: how they end and how long they take follows from their seed. */
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import { eloToScore } from '../../../src/stats/elo.js';
import { fitMean } from '../../../src/stats/log-likelihood-ratio.js';
import { duels } from '../simulated-sprt.js';

export interface SimulatedPair {
  readonly records: readonly GameRecord[];
  /** Time that it takes on a machine of speed 1, in ms. */
  readonly work: number;
}

/** Games between variants that are `elo` apart. */
export interface SimulatedGames {
  readonly elo: number;
  /** Mean time of a pair on a machine of speed 1, in ms. Single pairs take from a fifth of it to nearly three times. */
  readonly meanWork: number;
  readonly seed: number;
}

/** The candidate's scores in the two games of a pair, by the score of the pair in quarters. */
const GAMES = [
  [0, 0],
  [0, 0.5],
  [0, 1],
  [0.5, 1],
  [1, 1],
] as const;

/** Makes the games: the same pair is the same each time. */
export function createSimulatedGames({ elo, meanWork, seed }: SimulatedGames): (pair: number) => SimulatedPair {
  const shares = fitMean(duels.shares, eloToScore(elo));
  return (pair) => {
    const [score, length, time] = [drawn(seed, pair, 1), drawn(seed, pair, 2), drawn(seed, pair, 3)];
    let rest = score;
    const quarters = shares.findIndex((share) => (rest -= share) < 0);
    const games = GAMES[quarters < 0 ? GAMES.length - 1 : quarters]!;
    const records = games.map((own, game) => recordOf(game === 0 ? [1 - own, own] : [own, 1 - own], length));
    return { records, work: meanWork * (0.2 + 2.4 * time ** 2) };
  };
}

/** A game of 50 to 350 turns, with times of answers as real ones have them. */
function recordOf(scores: readonly number[], drawnLength: number): GameRecord {
  const turns = 50 + Math.floor(300 * drawnLength);
  const took: Record<number, number> = {};
  for (let bucket = 0; bucket < 24; bucket++) took[40 + bucket] = 1 + ((turns + bucket) % 17);
  const seat = { answers: turns, ownMoves: turns, lostTurns: 0, failures: 0, fallbacks: 0, took, length: 12 };
  return { kind: 'played', turns, scores, seats: scores.map(() => seat) };
}

/**
 * A number from 0 to 1 that follows from these three: the finalizer of MurmurHash3 (Appleby, public domain), which
 * spreads neighbours over all 32 bits.
 */
export function drawn(seed: number, index: number, what: number): number {
  let hash = (seed * 0x9e3779b1 + index * 0x85ebca77 + what * 0xc2b2ae3d) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
