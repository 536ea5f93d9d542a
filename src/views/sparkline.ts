/** Draws the course of a number in one line of text. */

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/**
 * The values from the first to the last in at most `width` characters: from `▁`, the lowest, to `█`, the highest. These
 * are `bounds`, or the limits of the values.
 */
export function sparkline(values: readonly number[], width: number, bounds?: readonly [number, number]): string {
  const columns = Math.min(width, values.length);
  const shown = Array.from({ length: columns }, (_, column) => meanOf(values, column, columns));
  const [low, high] = bounds ?? [Math.min(...shown), Math.max(...shown)];
  if (high === low) return BARS[3]!.repeat(columns);
  return shown.map((value) => BARS[Math.round(((value - low) / (high - low)) * (BARS.length - 1))]!).join('');
}

function meanOf(values: readonly number[], column: number, columns: number): number {
  const from = Math.floor((column * values.length) / columns);
  const to = Math.floor(((column + 1) * values.length) / columns);
  return values.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
}
