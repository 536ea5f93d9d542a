/** The curve of a strategy's scores: in its own unit, of any size, with wins and losses far outside of the rest. */

/** Scores as heights from 0, the bottom, to 1. */
interface ScoreCurve {
  /** By frame; `undefined` where there is no score. */
  readonly heights: readonly (number | undefined)[];
  /** The height of a score of 0, if that lies within the curve. */
  readonly zero?: number;
}

/**
 * Bends scores into a curve in which both the ordinary ones and a found win can be seen: they grow like a logarithm
 * once they are larger than most. `undefined` if fewer than two are known.
 */
export function toScoreCurve(scores: readonly (number | undefined)[]): ScoreCurve | undefined {
  const known = scores.filter((score) => score !== undefined);
  if (known.length < 2) return undefined;
  const unit = median(known.map(Math.abs).filter((size) => size > 0)) || 1;
  const bend = (score: number): number => Math.asinh(score / unit);
  const bent = known.map(bend);
  const low = bent.reduce((least, each) => Math.min(least, each), Infinity);
  const high = bent.reduce((most, each) => Math.max(most, each), -Infinity);
  const range = high - low;
  const heightOf = (score: number): number => (range === 0 ? 0.5 : (bend(score) - low) / range);
  const heights = scores.map((score) => (score === undefined ? undefined : heightOf(score)));
  return low < 0 && high > 0 ? { heights, zero: heightOf(0) } : { heights };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
