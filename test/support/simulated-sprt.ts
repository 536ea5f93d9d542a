/**
 * Simulates matches: draws pair scores from a known distribution until the SPRT has a verdict. For its test and
 * benchmark.
 */
import { eloToScore, normalizedEloToDeviations } from '../../src/stats/elo.js';
import {
  sampleFromDifferences,
  sampleFromPairs,
  type ScoreSample,
  addPair,
  emptyPairCounts,
  type GameScore,
  addDifference,
  emptyDifferences,
} from '../../src/stats/sample.js';
import {
  evaluateSprt,
  fitDeviations,
  fitMean,
  type ScoreShare,
  type SprtParameters,
  type SprtVerdict,
} from '../../src/stats/sprt.js';

/** Random numbers in [0, 1) from the minimal standard generator of Park and Miller (1993), x → 48271 x mod 2³¹ - 1. */
export function createRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return (state - 1) / 2147483646;
  };
  // Neighbouring seeds start with neighbouring numbers, so the first few are dropped.
  for (let round = 0; round < 10; round++) random();
  return random;
}

/** A kind of match: how its pair scores are distributed, and how they become a sample. */
export interface MatchKind {
  readonly name: string;
  /** Pair scores and their shares if candidate and base are equally good. */
  readonly shares: readonly ScoreShare[];
  start(): { add(score: number): ScoreSample };
}

/** The two games of a pair with this score; of two pairs with the same score, the likelier. */
const PAIR_OF_SCORE: ReadonlyMap<number, readonly [GameScore, GameScore]> = new Map([
  [0, [0, 0]],
  [0.25, [0, 0.5]],
  [0.5, [0, 1]],
  [0.75, [0.5, 1]],
  [1, [1, 1]],
]);

/** Duels as Battlesnakes play them: few draws, and most pairs end 1–1. */
export const duels: MatchKind = {
  name: 'duels, pair counts',
  shares: [0.12, 0.05, 0.66, 0.05, 0.12].map((share, index) => ({ score: index / 4, share })),
  start() {
    let counts = emptyPairCounts;
    return {
      add(score) {
        counts = addPair(counts, ...PAIR_OF_SCORE.get(score)!);
        return sampleFromPairs(counts);
      },
    };
  },
};

/** Games of four snakes: differences of mean placement in steps of a twelfth, most of them small. */
export const foursomes: MatchKind = {
  name: 'four snakes, paired differences',
  shares: Array.from({ length: 25 }, (_, index) => ({ score: index / 24, share: 13 - Math.abs(index - 12) })).map(
    ({ score, share }) => ({ score, share: share / 169 }),
  ),
  start() {
    let differences = emptyDifferences;
    return {
      add(score) {
        differences = addDifference(differences, 2 * score - 1);
        return sampleFromDifferences(differences);
      },
    };
  },
};

/** How a simulated match ended, and after how many pairs. */
export interface SimulatedMatch {
  readonly verdict: SprtVerdict;
  readonly pairs: number;
}

/** Plays one match between variants that are `elo` apart, in Elo of the test's model, up to its verdict. */
export function simulateSprt(
  kind: MatchKind,
  elo: number,
  parameters: SprtParameters,
  random: () => number,
): SimulatedMatch {
  const shares =
    parameters.model === 'normalized'
      ? fitDeviations(kind.shares, normalizedEloToDeviations(elo))
      : fitMean(kind.shares, eloToScore(elo));
  const match = kind.start();
  for (let pairs = 1; ; pairs++) {
    let rest = random();
    const drawn = shares.findIndex((share) => (rest -= share) < 0);
    const sample = match.add(kind.shares.at(drawn)!.score);
    const { verdict } = evaluateSprt(sample, parameters);
    if (verdict !== 'undecided') return { verdict, pairs };
  }
}

/** The outcome of many simulated matches. */
export interface SimulatedRate {
  readonly runs: number;
  /** Share of the matches that ended with H1. */
  readonly accepted: number;
  readonly meanPairs: number;
}

/** Plays `runs` matches; run `i` has the seed `seed + i`. */
export function simulateMany(
  kind: MatchKind,
  elo: number,
  parameters: SprtParameters,
  runs: number,
  seed: number,
): SimulatedRate {
  const matches = Array.from({ length: runs }, (_, run) =>
    simulateSprt(kind, elo, parameters, createRandom(seed + run)),
  );
  return {
    runs,
    accepted: matches.filter(({ verdict }) => verdict === 'H1').length / runs,
    meanPairs: matches.reduce((sum, { pairs }) => sum + pairs, 0) / runs,
  };
}
