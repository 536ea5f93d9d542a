/** Formats what live and shadow experiments have shown for people. Called by `report` and for the page. */
import type { ReportedVerdict, Percentiles, ShadowLine } from './report-lines.js';
import { FEW_GAMES } from './verdicts.js';
import { formatCount, formatSigned, formatPercent } from '../../terminal/format-numbers.js';

/** A paragraph: the decision, the difference, what it rests on, and what it would take to decide. */
export function formatExperiment(verdict: ReportedVerdict): string {
  const name = `${verdict.experiment} (${verdict.snake}): ${verdict.decision}.`;
  return [
    ...formatDifference(name, verdict),
    ...formatWaiting(verdict),
    ...formatOverdue(verdict),
    ...formatEarlier(verdict),
  ].join(' ');
}

function formatDifference(name: string, verdict: ReportedVerdict): string[] {
  const { base, candidate, means, shadow, difference, low, high } = verdict;
  const apart = shadow === 0 ? '' : ` (+${shadow} in shadow, not counted)`;
  if (means === undefined) {
    return [
      `${name} There is nothing to compare yet: the base has ${formatCount(base, 'game')}, the candidate ${candidate}${apart}.`,
    ];
  }
  return [
    `${name} The mean score is ${means.candidate.toFixed(3)} over ${formatCount(candidate, 'game')} of the candidate and`,
    `${means.base.toFixed(3)} over ${base} of the base${apart}: a plain difference of`,
    `${formatScore(means.candidate - means.base)}. Adjusted, it is ${formatScore(difference)} (${formatScore(low)} to`,
    `${formatScore(high)}): each game counts by the chance with which its side got it, and among games of its ruleset and`,
    `number of snakes, so with many games the two agree. That interval is valid however often you look.`,
    ...formatNeeded(verdict),
  ];
}

function formatNeeded({ decision, needed, base, candidate }: ReportedVerdict): string[] {
  if (decision !== 'undecided' || base + candidate < FEW_GAMES) return [];
  return needed === undefined
    ? ['A difference this small takes more than 100000 games to decide.']
    : [`A difference this large takes about ${formatCount(roundUp(needed), 'more game')} to decide.`];
}

/** To two digits: it is a guess. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}

function formatWaiting({ waiting }: ReportedVerdict): string[] {
  return waiting === 0 ? [] : [`${formatCount(waiting, 'more game')} will count once an earlier one has ended.`];
}

function formatOverdue({ overdue }: ReportedVerdict): string[] {
  if (overdue === 0) return [];
  return [
    `${formatCount(overdue, 'game')} under way for longer than any took that has ended: the interval covers all results.`,
  ];
}

function formatEarlier({ earlier, changes }: ReportedVerdict): string[] {
  if (earlier === 0) return [];
  const why = changes.length === 0 ? 'its sides have changed' : `its sides have changed: ${changes.join('; ')}`;
  return [`Not counted: ${formatCount(earlier, 'earlier game')}, because ${why}.`];
}

function formatScore(difference: number): string {
  return formatSigned(difference, 3);
}

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
