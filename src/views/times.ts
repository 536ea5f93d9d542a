/** Times as people read them: durations, how long ago, moments. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in ms: `0.4 ms`, `38 ms`, `1.25 s`, `42 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 10) return `${trimZeros(ms.toFixed(1))} ms`;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${trimZeros((ms / SECOND).toFixed(2))} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return inTwo(ms, MINUTE, 'min', SECOND, 's');
  if (ms < DAY) return inTwo(ms, HOUR, 'h', MINUTE, 'min');
  return inTwo(ms, DAY, 'd', HOUR, 'h');
}

/** Half of some durations, and 99 % of them, as bounds: `median 4.3 ms · p99 120 ms`. */
export function formatSpread({ p50, p99 }: { readonly p50?: number; readonly p99?: number }): string {
  if (p50 === undefined || p99 === undefined) return '–';
  const [median, most] = [p50, p99].map((ms) => (ms > 0 && ms < 0.1 ? '< 0.1 ms' : formatDuration(ms)));
  return `median ${median} · p99 ${most}`.replaceAll(/ (?!p99)/g, '\u00a0');
}

function inTwo(ms: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}

function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** How long ago a moment was, in its largest unit: `just now`, `40 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatTimeAgo(at: number, now: number): string {
  const ms = now - at;
  if (ms < 5 * SECOND) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${Math.floor(ms / DAY)} d ago`;
}

/** A moment in the reader's time zone, to the second: `2026-03-01 14:05:09`. It sorts, and needs no translation. */
export function formatMoment(at: number): string {
  return new Date(at).toLocaleString('sv');
}
