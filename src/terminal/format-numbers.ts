/** Numbers as commands and the page show them: shares, durations, differences. */

/** A share between 0 and 1 as `52.5 %`. */
export function formatPercent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** A probability as `98.9 %`; only rounding makes one certain: `> 99.9 %`. */
export function formatChance(share: number): string {
  return share > 0.999 ? '> 99.9 %' : share < 0.001 ? '< 0.1 %' : formatPercent(share, 1);
}

/** A duration in ms as `4.0 ms`. */
export function formatMs(ms: number, digits = 1): string {
  return `${ms.toFixed(digits)} ms`;
}

/** A difference with its sign: `+12.5`, `−7.0`; `0.0` has none. */
export function formatSigned(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return `${Number(text) === 0 ? '' : value < 0 ? '−' : '+'}${text}`;
}

/** A count with its noun: `1 game`, `2 games`, `2 inaccuracies`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${pluralize(count, noun)}`;
}

/** The noun as it is after this count: `game`, `games`, `inaccuracies`. */
export function pluralize(count: number, noun: string): string {
  return count === 1 ? noun : `${noun.replace(/([^aeiou])y$/, '$1ie')}s`;
}
