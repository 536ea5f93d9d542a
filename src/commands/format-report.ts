/** A report as text for terminals. */
import type { Report, ReportLine } from '../journal/report/report.js';
import type { ShadowLine } from '../journal/report/report-shadows.js';
import type { Percentiles } from '../journal/store/timings.js';
import type { ExperimentVerdict } from '../journal/report/verdicts.js';
import { formatTable } from '../terminal/format-table.js';

const HEADING = ['snake', 'version', 'games', 'won', 'win rate', 'score', 'turns', 'lost', 'late', 'took', 'latency'];

export function formatReport({ lines, verdicts, shadows }: Report): string {
  if (lines.length === 0) return 'Nothing to report: no game that was asked for is kept and has ended.';
  const parts = [formatTable(HEADING, lines.map(toRow)), formatCauses(lines)];
  return [...parts, ...verdicts.map(formatVerdict), ...shadows.map(formatShadow), LEGEND].join('\n\n');
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

/** What the author calls it, the code itself, and the options, which make another variant of it. */
function versionOf({ version, hash, options }: ReportLine): string {
  const chosen = Object.keys(options).length === 0 ? '' : JSON.stringify(options);
  return [version, hash.slice(0, 7), chosen.slice(0, 40)].filter((part) => part !== '').join(' ');
}

function formatTimes({ p50, p99 }: Percentiles): string {
  return p50 === undefined || p99 === undefined ? '' : `${formatMs(p50)} ${formatMs(p99)}`;
}

function formatMs(ms: number): string {
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

function formatVerdict(verdict: ExperimentVerdict): string {
  const { experiment, snake, base, candidate, waiting, decision } = verdict;
  const open = waiting === 0 ? '' : ` ${waiting} more count when an earlier one has ended.`;
  const name = `${experiment} (${snake}): ${decision}.`;
  if (base === 0 || candidate === 0) {
    return `${name} There is nothing to compare yet: ${base} games of the base count, and ${candidate} of the candidate.${open}`;
  }
  const { difference, low, high } = verdict;
  return (
    `${name} The candidate scores ${signed(difference)} (${signed(low)} to ${signed(high)})\n` +
    `against the base, over ${base} games of the base and ${candidate} of the candidate. The interval holds at every look.${open}`
  );
}

function formatShadow(line: ShadowLine): string {
  const { experiment, snake, games, turns, agreed, agreement, took, wouldHaveDied, wouldHaveLived } = line;
  const { late, failed, illegal, skipped } = line;
  const share = agreement ? `, ${formatShare(agreement)} of its moves` : '';
  const times = formatTimes(took);
  return (
    `${experiment} (${snake}): the candidate agreed ${agreed} times${share}, over ${turns} turns of ${games} games of the base.\n` +
    `Its other moves would have died ${wouldHaveDied} times where the base lived, and lived ${wouldHaveLived} times where it died.\n` +
    `Late, failed or illegal: ${late + failed + illegal}; skipped: ${skipped}${times === '' ? '' : `; took: ${times}`}.`
  );
}

function formatShare({ share, low, high }: NonNullable<ShadowLine['agreement']>): string {
  return `${percent(share)} (${percent(low)} to ${percent(high)})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
