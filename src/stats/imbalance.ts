/** Whether games went to the sides of an experiment by chance alone. Called for its verdict. */

/** A game that went to the candidate with probability `share`. */
export interface SharedGame {
  readonly share: number;
  readonly isCandidate: boolean;
}

/** The games of each side. */
export interface Balance {
  readonly base: number;
  readonly candidate: number;
  /** The probability that chance alone ever makes them as uneven, at this or an earlier game. */
  readonly p: number;
}

/** Below this p, the games do not fit. */
export const IMBALANCE_ERROR = 0.001;

/** By how much the odds of the candidate may be off, in either direction. */
const FACTORS = [1.2, 1.5, 2.5, 6].flatMap((factor) => [factor, 1 / factor]);

/**
 * Counts games, and tests after each whether their sides fit the shares.
 *
 * The ratio of the likelihoods with the odds off by a factor and as they should be is a test martingale, and so is the
 * mean over factors: by Ville's inequality, it ever reaches 1 / p with a probability of at most p. Games with a share
 * of 0 or 1 were not left to chance, and are not counted.
 */
export function balanceOf(games: Iterable<SharedGame>): Balance {
  const ratios = FACTORS.map(() => 1);
  const counts = { base: 0, candidate: 0 };
  let most = 1;
  for (const { share, isCandidate } of games) {
    if (share <= 0 || share >= 1) continue;
    counts[isCandidate ? 'candidate' : 'base']++;
    let sum = 0;
    for (const [index, factor] of FACTORS.entries()) {
      ratios[index]! *= (isCandidate ? factor : 1) / (1 - share + share * factor);
      sum += ratios[index]!;
    }
    most = Math.max(most, sum / FACTORS.length);
  }
  return { ...counts, p: 1 / most };
}
