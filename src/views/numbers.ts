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

/** A number with a minus sign, not a hyphen: `2.94`, `−2.94`. */
export function formatFixed(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
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

/** A text in which no line ends inside a figure: `> 99.9 %`, `+12.5 ± 30.1`. */
export function keepUnits(text: string): string {
  return text.replaceAll(/ (?=[%±])|(?<=[<>±]) /g, '\u00a0');
}

/** A share between 0 and 1: `0 %`, `0.4 %`, `12 %`, `100 %`. Only what is exactly none or all is shown as such. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1\u00a0%';
  if (percent < 100 && percent > 99.9) return '> 99.9\u00a0%';
  const digits = percent > 0 && percent < 10 ? 1 : percent > 99 && percent < 100 ? 1 : 0;
  return `${percent.toFixed(digits).replace(/\.0$/, '')}\u00a0%`;
}

/** A count with thin spaces between thousands: `12 345`. */
export function formatThousands(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A count with its noun: `1 game`, `12 games`, `2 inaccuracies`. */
export function formatMany(count: number, noun: string): string {
  return `${formatThousands(count)} ${pluralize(count, noun)}`;
}

/** Bytes: `512 B`, `14 kB`, `1.4 MB`, `2.1 GB`. */
export function formatBytes(bytes: number): string {
  if (Math.round(bytes) < 1000) return `${Math.round(bytes)} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length, Math.floor(Math.log10(Math.round(bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 1 ? value.toFixed(1) : Math.round(value)} ${units[power - 1]}`;
}

/** A score in a strategy's own unit, short: `0.35`, `12.5`, `−480`, `1.2e9`. */
export function formatScore(score: number): string {
  const size = Math.abs(score);
  const text = size >= 1e6 ? score.toExponential(1).replace('+', '').replace('.0e', 'e') : '';
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return (text || String(Number(score.toFixed(digits)))).replace(/^-/, '−');
}

/** An Elo difference with its 95 % interval, whose ends may be infinite. */
interface EloRange {
  readonly elo: number;
  readonly low: number;
  readonly high: number;
}

/** `+12.5 ± 30.1`; with one finite end of the interval, that end: `above +120.0`. */
export function formatElo({ elo, low, high }: EloRange): string {
  const error = (high - low) / 2;
  if (Number.isFinite(error)) return `${formatSigned(elo, 1)} ± ${error.toFixed(1)}`;
  const start = Number.isFinite(elo) ? `${formatSigned(elo, 1)}, ` : '';
  if (Number.isFinite(low)) return `${start}above ${formatSigned(low, 1)}`;
  if (Number.isFinite(high)) return `${start}below ${formatSigned(high, 1)}`;
  if (Number.isFinite(elo)) return 'unknown';
  return elo > 0 ? 'infinite' : '−infinite';
}

/** A value of an unknown unit, in four digits. */
export function formatFigure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
