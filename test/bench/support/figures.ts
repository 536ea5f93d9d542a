/** Samples to figures that can be read side by side. */

/** The smallest sample that `share` of all do not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** `0.61 (0.58–0.63)`: the median of the rounds, the least and the most. */
export function formatSpread(rounds: readonly number[], digits = 2): string {
  const [least, median, most] = [0, 0.5, 1].map((share) => quantile(rounds, share).toFixed(digits));
  return `${median} (${least}–${most})`;
}

/** Round by round, how many times `base` a side is. */
export function ratios(side: readonly number[], base: readonly number[]): number[] {
  return side.map((value, round) => value / base[round]!);
}
