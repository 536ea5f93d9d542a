/** Formats a report for people. Called by `report`. */
import type { Report, ReportLine } from '../journal/report/report.js';
import type { ShadowLine } from '../journal/report/report-shadows.js';
import type { ExperimentVerdict } from '../journal/report/verdicts.js';
import type { Percentiles } from '../journal/store/timings.js';
import { formatCount, formatPercent, formatSigned } from '../terminal/format-numbers.js';
import { formatTable } from '../terminal/format-table.js';

const HEADING = ['snake', 'version', 'games', 'won', 'win rate', 'score', 'turns', 'lost', 'late', 'took', 'latency'];

/** A table of the snakes, a table of what they died of, a paragraph for each experiment, and a legend. */
export function formatReport({ lines, verdicts, shadows }: Report): string {
  if (lines.length === 0) return 'No finished game matches.';
  const parts = [formatTable(HEADING, lines.map(toRow)), formatCauses(lines)];
  return [...parts, ...verdicts.map(formatExperiment), ...shadows.map(formatShadow), LEGEND].join('\n\n');
}

const LEGEND =
  'won/drawn/lost/abandoned; win rate with its 95 % interval; score: 1 first, 0 last; turns: mean length; lost: answers\n' +
  'that the engine did not use; late: late, failed or illegal; took and latency: median and 99th percentile in ms.';

function toRow(line: ReportLine): string[] {
  const { games, wins, draws, losses, abandoned, winRate, score, length, answers, late, failed, illegal, lost } = line;
  return [
    nameOf(line),
    versionOf(line),
    String(games),
    [wins, draws, losses, abandoned].join('/'),
    winRate === undefined ? '' : formatShare(winRate),
    score === undefined ? '' : score.toFixed(3),
    length.toFixed(0),
    `${lost}/${answers}`,
    String(late + failed + illegal),
    formatTimes(line.took),
    formatTimes(line.latency),
  ];
}

function nameOf({ snake, experiment, variant }: ReportLine): string {
  return experiment === '' ? snake : `${snake} ${experiment}: ${variant}`;
}

/** The author's version, the hash of the code, and the options if there are any. */
function versionOf({ version, hash, options }: ReportLine): string {
  const chosen = Object.keys(options).length === 0 ? '' : JSON.stringify(options);
  return [version, hash.slice(0, 7), chosen.slice(0, 40)].filter((part) => part !== '').join(' ');
}

function formatTimes({ p50, p99 }: Percentiles): string {
  return p50 === undefined || p99 === undefined ? '' : `${formatTime(p50)} ${formatTime(p99)}`;
}

/** Without a unit: the legend names it. */
function formatTime(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}

function formatCauses(lines: readonly ReportLine[]): string {
  const causes = [...new Set(lines.flatMap((line) => Object.keys(line.causes)))].sort();
  const rows = lines.map((line) => [
    nameOf(line),
    versionOf(line),
    ...causes.map((cause) => String(line.causes[cause] ?? 0)),
  ]);
  return formatTable(['died of', '', ...causes], rows);
}

function formatExperiment(verdict: ExperimentVerdict): string {
  const { experiment, snake, base, candidate, waiting, decision } = verdict;
  const more = waiting === 0 ? '' : ` ${formatCount(waiting, 'more game')} will count once an earlier one has ended.`;
  const name = `${experiment} (${snake}): ${decision}.`;
  if (base === 0 || candidate === 0) {
    return `${name} There is nothing to compare yet: the base has ${formatCount(base, 'game')}, the candidate ${candidate}.${more}`;
  }
  const { difference, low, high } = verdict;
  return (
    `${name} The candidate scores ${formatScore(difference)} (${formatScore(low)} to ${formatScore(high)})\n` +
    `against the base, over ${formatCount(base, 'game')} of the base and ${candidate} of the candidate. The interval is valid however often you look.${more}`
  );
}

function formatShadow(line: ShadowLine): string {
  const { experiment, snake, games, turns, agreed, agreement, took, wouldHaveDied, wouldHaveLived } = line;
  const { late, failed, illegal, skipped } = line;
  const share = agreement ? `, ${formatShare(agreement)} of its moves` : '';
  const times = formatTimes(took);
  return (
    `${experiment} (${snake}): the candidate agreed ${formatCount(agreed, 'time')}${share}, over ${formatCount(turns, 'turn')} of ${formatCount(games, 'game')} of the base.\n` +
    `Where they differed, its move would have died ${formatCount(wouldHaveDied, 'time')} when the base lived, and survived ${formatCount(wouldHaveLived, 'time')} when the base died.\n` +
    `Late, failed or illegal: ${late + failed + illegal}; skipped: ${skipped}${times === '' ? '' : `; took: ${times}`}.`
  );
}

function formatShare({ share, low, high }: NonNullable<ShadowLine['agreement']>): string {
  return `${formatPercent(share)} (${formatPercent(low)} to ${formatPercent(high)})`;
}

function formatScore(difference: number): string {
  return formatSigned(difference, 3);
}
