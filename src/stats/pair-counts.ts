/** How many pairs of a duel ended in which way, seen from the candidate; the arena adds pairs, `sample.ts` reads them. */

/** What the candidate gets for one game: lost, drawn, won. */
export const GAME_SCORES = [0, 0.5, 1] as const;
export type GameScore = (typeof GAME_SCORES)[number];

/**
 * Pairs by outcome. A pair is one seed played twice with the seats swapped; its two games share their luck, so the pair and
 * not the game is what is independent. The keys are the candidate's two results, in any order: `wl` is one game won and one
 * lost, `dd` both drawn. Both are worth one point and share the middle of the five pentanomial categories; they are kept apart
 * because games won and drawn could not be counted otherwise.
 */
export interface PairCounts {
  readonly ll: number;
  readonly ld: number;
  readonly wl: number;
  readonly dd: number;
  readonly wd: number;
  readonly ww: number;
}

/** Pairs by the candidate's points: 0, 0.5, 1, 1.5, 2. The order in which fishtest and OpenBench print them. */
export type Pentanomial = readonly [number, number, number, number, number];

export interface Tally {
  readonly pairs: number;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export const emptyCounts: PairCounts = Object.freeze({ ll: 0, ld: 0, wl: 0, dd: 0, wd: 0, ww: 0 });

/** The counts with one more pair: the candidate's score in each of its two games. */
export function addPair(counts: PairCounts, first: GameScore, second: GameScore): PairCounts {
  const outcome = outcomeOf(first, second);
  return { ...counts, [outcome]: counts[outcome] + 1 };
}

/** The same pairs seen from the base. `flip(flip(counts))` is `counts`. */
export function flip(counts: PairCounts): PairCounts {
  return { ll: counts.ww, ld: counts.wd, wl: counts.wl, dd: counts.dd, wd: counts.ld, ww: counts.ll };
}

/** The pairs of both; the order in which parts are merged makes no difference. */
export function merge(one: PairCounts, other: PairCounts): PairCounts {
  return {
    ll: one.ll + other.ll,
    ld: one.ld + other.ld,
    wl: one.wl + other.wl,
    dd: one.dd + other.dd,
    wd: one.wd + other.wd,
    ww: one.ww + other.ww,
  };
}

export function toPentanomial({ ll, ld, wl, dd, wd, ww }: PairCounts): Pentanomial {
  return [ll, ld, wl + dd, wd, ww];
}

/** Games won, drawn and lost by the candidate. */
export function tally({ ll, ld, wl, dd, wd, ww }: PairCounts): Tally {
  const pairs = ll + ld + wl + dd + wd + ww;
  return {
    pairs,
    games: 2 * pairs,
    wins: 2 * ww + wd + wl,
    draws: 2 * dd + wd + ld,
    losses: 2 * ll + ld + wl,
  };
}

function outcomeOf(first: GameScore, second: GameScore): keyof PairCounts {
  const low = Math.min(first, second);
  const high = Math.max(first, second);
  if (high === 0) return 'll';
  if (low === 1) return 'ww';
  if (low === 0) return high === 1 ? 'wl' : 'ld';
  return high === 1 ? 'wd' : 'dd';
}
