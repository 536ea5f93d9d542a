/** Formats what a shadow experiment has shown for people. Called by `report` and for the page. */
import type { Percentiles, ShadowLine } from './report-lines.js';
import { formatCount, formatPercent } from '../../terminal/format-numbers.js';

/** A paragraph: how often the two agreed, and what the other moves would have led to. */
export function formatShadow(line: ShadowLine): string {
  const { experiment, snake, games, turns, agreed, agreement, took, wouldHaveDied, wouldHaveLived } = line;
  const { late, failed, illegal, skipped } = line;
  const share = agreement ? `, ${formatInterval(agreement)} of its moves` : '';
  const times = formatTimes(took);
  return (
    `${experiment} (${snake}): the candidate agreed ${formatCount(agreed, 'time')}${share}, over ${formatCount(turns, 'turn')} of ${formatCount(games, 'game')} of the base. ` +
    `Where they differed, its move would have died ${formatCount(wouldHaveDied, 'time')} when the base lived, and survived ${formatCount(wouldHaveLived, 'time')} when the base died. ` +
    `Late, failed or illegal: ${late + failed + illegal}; skipped: ${skipped}${times === '' ? '' : `; took: ${times}`}.`
  );
}

/** A share with its interval: `42 % (38 % to 46 %)`. */
export function formatInterval({ share, low, high }: NonNullable<ShadowLine['agreement']>): string {
  return `${formatPercent(share)} (${formatPercent(low)} to ${formatPercent(high)})`;
}

/** The median and the 99th percentile, in ms; empty if nothing was measured. */
export function formatTimes({ p50, p99 }: Percentiles): string {
  return p50 === undefined || p99 === undefined ? '' : `${formatTime(p50)} ${formatTime(p99)}`;
}

/** Without a unit: the legend names it. */
function formatTime(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}
