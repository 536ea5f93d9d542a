/** Formats the results of live and shadow experiments for people. Called by `report` and for the page. */
import type { ReportedVerdict, Percentiles, ShadowLine } from '../../views/report-lines.js';
import { FEW_GAMES } from './verdicts.js';
import { formatCount, formatSigned, formatPercent } from '../../views/numbers.js';

/** Where the method is documented. */
export const METHOD = 'How experiments are judged: docs/guides/experiments.md';

/** A line with the decision and the games it still takes, and a paragraph with the evidence. */
export function formatExperiment(verdict: ReportedVerdict): string {
  const { experiment, snake, decision, base, candidate, means } = verdict;
  const name = `${experiment} (${snake}): ${decision}`;
  const { waiting, overdue, earlier } = verdict;
  const known = [
    waiting > 0 && `${formatCount(waiting, 'more game')} will count once an earlier one has ended.`,
    overdue > 0 &&
      `${formatCount(overdue, 'game')} unfinished for longer than any finished game took: the interval covers all results.`,
    earlier > 0 &&
      `Not counted: ${formatCount(earlier, 'earlier game')}, because its sides have changed${formatChanges(verdict)}.`,
  ].filter((sentence) => sentence !== false);
  const apart = verdict.shadow === 0 ? '' : ` (+${verdict.shadow} in shadow, not counted)`;
  if (means === undefined) {
    const games = `the base has ${formatCount(base, 'game')}, the candidate ${candidate}${apart}.`;
    return [`${name}. There is nothing to compare yet: ${games}`, ...known].join(' ');
  }
  const { difference, low, high } = verdict;
  const scores = `candidate ${means.candidate.toFixed(3)} (${formatCount(candidate, 'game')}), base ${means.base.toFixed(3)} (${base})`;
  const adjusted = `${formatScore(difference)} (${formatScore(low)} to ${formatScore(high)})`;
  const details = [`Mean score: ${scores}${apart}. Adjusted difference: ${adjusted}.`, ...known].join(' ');
  return `${name} after ${formatCount(base + candidate, 'game')}.${formatNeeded(verdict)}\n${details}`;
}

function formatNeeded({ decision, needed, base, candidate }: ReportedVerdict): string {
  if (decision !== 'undecided') return '';
  const missing = FEW_GAMES - base - candidate;
  if (missing > 0) return ` A forecast takes ${formatCount(missing, 'more game')}.`;
  if (needed === undefined) return ' A difference this small takes more than 100000 games.';
  return ` About ${formatCount(roundUp(needed), 'more game')} decide, if the difference stays.`;
}

/** To two digits: it is an estimate. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}

function formatChanges({ changes }: ReportedVerdict): string {
  return changes.length === 0 ? '' : `: ${changes.join('; ')}`;
}

function formatScore(difference: number): string {
  return formatSigned(difference, 3);
}

/** A paragraph: how often base and candidate agreed, and the outcomes of the candidate's other moves. */
export function formatShadow(line: ShadowLine): string {
  const { experiment, snake, games, turns, agreed, agreement, took, wouldHaveDied, wouldHaveLived } = line;
  const { late, failed, illegal, skipped } = line;
  const share = agreement ? `, ${formatInterval(agreement)} of its moves` : '';
  const { p50, p99 } = took;
  const times =
    p50 === undefined || p99 === undefined ? '' : `; time: median ${formatTime(p50)} ms, p99 ${formatTime(p99)} ms`;
  return (
    `${experiment} (${snake}): the candidate agreed ${formatCount(agreed, 'time')}${share}, over ${formatCount(turns, 'turn')} of ${formatCount(games, 'game')} of the base. ` +
    `Where they differed, its move would have died ${formatCount(wouldHaveDied, 'time')} when the base lived, and survived ${formatCount(wouldHaveLived, 'time')} when the base died. ` +
    `Late, failed or illegal: ${late + failed + illegal}; skipped: ${skipped}${times}.`
  );
}

/** A share with its interval: `42 % (38 % to 46 %)`. */
export function formatInterval({ share, low, high }: NonNullable<ShadowLine['agreement']>): string {
  return `${formatPercent(share)} (${formatPercent(low)} to ${formatPercent(high)})`;
}

/** The median and the 99th percentile, in ms; empty without measurements. */
export function formatTimes({ p50, p99 }: Percentiles): string {
  return p50 === undefined || p99 === undefined ? '' : `${formatTime(p50)} ${formatTime(p99)}`;
}

/** Without a unit: the legend names it. */
function formatTime(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}
