/** Matches without games: pairs drawn from a known distribution and judged one by one. For the SPRT's test and benchmark. */
import { eloToScore } from '../../src/stats/elo.js';
import { fitMean, type Share } from '../../src/stats/multinomial-fit.js';
import { addPair, emptyCounts, type GameScore } from '../../src/stats/pair-counts.js';
import { addDifference, emptyDifferences } from '../../src/stats/paired-differences.js';
import { fromDifferences, fromPairs, type Sample } from '../../src/stats/sample.js';
import { evaluateSprt, type SprtParameters, type SprtVerdict } from '../../src/stats/sprt.js';

/** A stream of numbers in [0, 1): the minimal standard generator of Park and Miller (1993), x → 48271 x mod 2³¹ - 1. */
export function createRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
  // Neighbouring seeds start with neighbouring numbers.
  for (let round = 0; round < 10; round++) random();
  return random;
}

/** What a kind of match adds to with each pair score, and how it is read. */
export interface Kind {
  readonly name: string;
  /** Pair scores and their shares where candidate and base are equal. */
  readonly shares: readonly Share[];
  start(): { add(score: number): Sample };
}

/** Duels as they go with Battlesnakes: hardly a draw, and most pairs 1–1. */
export const duels: Kind = {
  name: 'duels, pair counts',
  shares: [0.12, 0.05, 0.66, 0.05, 0.12].map((share, index) => ({ score: index / 4, share })),
  start() {
    let counts = emptyCounts;
    const games: readonly (readonly [GameScore, GameScore])[] = [[0, 0], [0, 0.5], [0, 1], [0.5, 1], [1, 1]]; // prettier-ignore
    return {
      add(score) {
        counts = addPair(counts, ...games[score * 4]!);
        return fromPairs(counts);
      },
    };
  },
};

/** Four snakes: differences of mean placement in steps of a twelfth, most of them small. */
export const parties: Kind = {
  name: 'four snakes, paired differences',
  shares: Array.from({ length: 25 }, (_, index) => ({ score: index / 24, share: 13 - Math.abs(index - 12) })).map(
    ({ score, share }) => ({ score, share: share / 169 }),
  ),
  start() {
    let differences = emptyDifferences;
    return {
      add(score) {
        differences = addDifference(differences, 2 * score - 1);
        return fromDifferences(differences);
      },
    };
  },
};

export interface Course {
  readonly verdict: SprtVerdict;
  readonly pairs: number;
}

/** One match between variants that are `elo` apart, up to its verdict. */
export function simulateSprt(kind: Kind, elo: number, parameters: SprtParameters, random: () => number): Course {
  const shares = fitMean(kind.shares, eloToScore(elo));
  const match = kind.start();
  for (let pairs = 1; ; pairs++) {
    let rest = random();
    const drawn = shares.findIndex((share) => (rest -= share) < 0);
    const sample = match.add(kind.shares.at(drawn)!.score);
    const { verdict } = evaluateSprt(sample, parameters);
    if (verdict !== 'undecided') return { verdict, pairs };
  }
}

export interface Rate {
  readonly runs: number;
  /** Share of the matches that ended with H1. */
  readonly accepted: number;
  readonly meanPairs: number;
}

/** Many matches, run `i` of them with the seed `seed + i`. */
export function simulateMany(kind: Kind, elo: number, parameters: SprtParameters, runs: number, seed: number): Rate {
  const courses = Array.from({ length: runs }, (_, run) =>
    simulateSprt(kind, elo, parameters, createRandom(seed + run)),
  );
  return {
    runs,
    accepted: courses.filter(({ verdict }) => verdict === 'H1').length / runs,
    meanPairs: courses.reduce((sum, { pairs }) => sum + pairs, 0) / runs,
  };
}
