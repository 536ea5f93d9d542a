/** Counts pairs of duels by their outcome for the candidate; the arena adds pairs, `sample.ts` reads the counts. */

/** The candidate's score in one game: lost, drawn, won. */
export const GAME_SCORES = [0, 0.5, 1] as const;
export type GameScore = (typeof GAME_SCORES)[number];

/**
 * Number of pairs by outcome. A pair is one seed played twice with swapped seats. Its two games share their luck, so
 * pairs are independent of each other, and games are not.
 *
 * A key names the candidate's two results in either order: `wl` is one win and one loss, `dd` two draws. Both of these
 * are worth one point and share the middle pentanomial category; they have separate counts so that wins and draws stay
 * distinct.
 */
export interface PairCounts {
  readonly ll: number;
  readonly ld: number;
  readonly wl: number;
  readonly dd: number;
  readonly wd: number;
  readonly ww: number;
}

/**
 * Number of pairs by the candidate's points 0, 0.5, 1, 1.5 and 2: the order in which fishtest and OpenBench print them.
 */
export type Pentanomial = readonly [number, number, number, number, number];

export const emptyPairCounts: PairCounts = Object.freeze({ ll: 0, ld: 0, wl: 0, dd: 0, wd: 0, ww: 0 });

/** Returns the counts with one more pair, given the candidate's score in each of its two games. */
export function addPair(counts: PairCounts, first: GameScore, second: GameScore): PairCounts {
  const outcome = outcomeOf(first, second);
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** Groups the outcomes by the candidate's points. */
export function toPentanomial({ ll, ld, wl, dd, wd, ww }: PairCounts): Pentanomial {
  return [ll, ld, wl + dd, wd, ww];
}

function outcomeOf(first: GameScore, second: GameScore): keyof PairCounts {
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  if (high === 0) return 'll';
  if (low === 1) return 'ww';
  if (low === 0) return high === 1 ? 'wl' : 'ld';
  return high === 1 ? 'wd' : 'dd';
}
