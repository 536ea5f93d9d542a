/** The parts that the printed reports of all contests share. */
import type { ContestantReport, PlayedReport } from '../../views/contest-report.js';
import type { EloEstimate } from '../../stats/elo.js';
import { formatCount, formatPercent, formatSigned } from '../../views/numbers.js';
import { formatTable, padColumns, wrapText } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';

/** Widths of labels, and of the space around them. */
const LABEL = { width: 9, indent: 2, gap: 2 };

/** Lines of text after a label, within `width` columns. */
export function formatLabelled(label: string, text: string, width: number): string[] {
  const margin = ' '.repeat(LABEL.indent);
  const inner = LABEL.indent + LABEL.width + LABEL.gap;
  const first = margin + padColumns(label, LABEL.width + LABEL.gap);
  return wrapText(text, width - inner).map((line, index) => (index === 0 ? first : ' '.repeat(inner)) + line);
}

/** `200 games` in pairs, and how they were played. `size` follows the number: ` of 4 snakes`. */
export function formatPlayed(report: PlayedReport, size: string, width: number): string[] {
  const { games, pairs, seed, turns, openings, clock, onWall } = report;
  const others = onWall.length === 0 ? '' : `; ${onWall.join(', ')} by wall-clock time`;
  const parts = [
    `${games}${size} in ${formatCount(pairs, 'pair')}`,
    `seed ${seed}`,
    ...(openings === null ? [] : [openings]),
    ...(clock === 'wall' ? [] : [`by CPU time${others}`]),
  ];
  const text = `${parts.join(', ')}; ${turns.toFixed(0)} turns on average`;
  return formatLabelled('games', printable(text), width);
}

const COUNTS_HEADING: readonly string[] = [
  'lost turns',
  'failures',
  'fallbacks',
  'crashes',
  'p50 ms',
  'p99 ms',
  'length',
];

/** A table of each contestant's errors, times, and turns found by pondering, if any. `title` heads the first column. */
export function formatErrors(
  title: string,
  contestants: readonly (readonly [string, ContestantReport])[],
  width: number,
): string {
  const hasPondered = contestants.some(([, { pondered }]) => pondered !== undefined);
  const rows = contestants.map(([name, { lostTurns, failures, fallbacks, crashes, took, length, pondered }]) => {
    const counts = [lostTurns, failures, fallbacks, crashes].map(String);
    const found = pondered === undefined ? '' : formatPercent(pondered.found / pondered.turns, 0);
    const cells = [name, ...counts, formatBound(took.p50), formatBound(took.p99), length.toFixed(1)];
    return hasPondered ? [...cells, found] : cells;
  });
  return formatTable([title, ...COUNTS_HEADING, ...(hasPondered ? ['found by pondering'] : [])], rows, { width });
}

/** `+12.5 ± 30.1`; with one finite end of the interval, that end: `above +120.0`. */
export function formatElo({ elo, low, high, error }: EloEstimate): string {
  if (Number.isFinite(error)) return `${formatSigned(elo, 1)} ± ${error.toFixed(1)}`;
  const start = Number.isFinite(elo) ? `${formatSigned(elo, 1)}, ` : '';
  if (Number.isFinite(low)) return `${start}above ${formatSigned(low, 1)}`;
  if (Number.isFinite(high)) return `${start}below ${formatSigned(high, 1)}`;
  if (Number.isFinite(elo)) return 'unknown';
  return elo > 0 ? 'infinite' : '-infinite';
}

/** The upper bound of a time's class. Three decimals below 1 ms: fast strategies differ only there. */
function formatBound(ms: number): string {
  const digits = ms < 1 ? 3 : 1;
  return `≤${(Math.ceil(ms * 10 ** digits) / 10 ** digits).toFixed(digits)}`;
}
