/** Elo as people read it. */
import type { EloView } from '../../api/contests.js';

/** `+12 ± 30`; with one end, that end: `above +70`. */
export function formatEloRange({ elo, low, high }: EloView): string {
  if (elo !== null && low !== null && high !== null) return `${formatWithSign(elo)} ± ${((high - low) / 2).toFixed(0)}`;
  if (low !== null) return `above ${formatWithSign(low)}`;
  if (high !== null) return `below ${formatWithSign(high)}`;
  return 'unknown';
}

/** `+12`, `−7`. */
export function formatWithSign(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(text) !== 0 ? '−' : '+'}${text}`;
}
