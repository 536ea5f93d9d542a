/** Turns samples into figures for a table; all benchmarks use it. */

/** The smallest sample such that at least `share` (0 to 1) of all samples are not above it; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats the median, least and greatest of the rounds: `0.61 (0.58–0.63)`. */
export function formatSpread(rounds: readonly number[], digits = 2): string {
  const [least, median, most] = [0, 0.5, 1].map((share) => quantile(rounds, share).toFixed(digits));
  return `${median} (${least}–${most})`;
}

/** The ratio of a side to `base`, round by round. */
export function ratios(side: readonly number[], base: readonly number[]): number[] {
  return side.map((value, round) => value / base[round]!);
}
