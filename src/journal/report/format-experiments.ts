/** Formats the results of live and shadow experiments for people. Called by `report` and for the page. */
import type { ScoreDifference } from '../../stats/confidence-sequence.js';
import type { Balance } from '../../stats/imbalance.js';
import type {
  EXPERIMENT_ACTIONS,
  EndedComparison,
  ExperimentVerdict,
  Forecast,
  HeldSplit,
  Percentiles,
  ReportedVerdict,
  ShadowLine,
  SideBySideVerdict,
  SplitVerdict,
} from '../../views/report-lines.js';
import { IMBALANCE_ERROR } from '../../stats/imbalance.js';
import { FEW_GAMES } from './verdicts.js';
import { documentUrl } from '../../version.js';
import { formatCount, formatSigned, formatPercent } from '../../views/numbers.js';
import { quoteWord } from '../../views/words.js';

/** Where the method is documented. */
export const METHOD = `How experiments are judged: ${documentUrl('guides/experiments')}`;

/** A line with the decision and the games it still takes, and a paragraph with the evidence. */
export function formatExperiment(verdict: ReportedVerdict): string {
  const { design, experiment, decision, games } = verdict;
  const place =
    design === 'split'
      ? verdict.snake
      : `${verdict.snakes.candidate ?? 'candidate'} against ${verdict.snakes.base ?? 'base'}`;
  const [none, evidence] = design === 'split' ? describeSplit(verdict) : describeSideBySide(verdict);
  const rest = [...describeOthers(verdict), ...(design === 'split' ? [] : describeAlone(verdict))];
  const name = `${experiment} (${place}): ${decision}`;
  if (none !== undefined) return [`${name}. There is nothing to compare yet: ${none}`, ...rest].join(' ');
  return `${name} after ${formatCount(games, 'game')}.${formatNeeded(verdict)}\n${[evidence, ...rest].join(' ')}`;
}

/** Why there is nothing to compare, or the evidence. */
type Evidence = readonly [none: string] | readonly [none: undefined, evidence: string];

function describeSplit(verdict: SplitVerdict & { readonly shadow: number }): Evidence {
  const { base, candidate, means, shadow } = verdict;
  const apart = shadow === 0 ? '' : ` (+${shadow} in shadow, not counted)`;
  if (means === undefined) return [`the base has ${formatCount(base, 'game')}, the candidate ${candidate}${apart}.`];
  const scores = `candidate ${means.candidate.toFixed(3)} (${formatCount(candidate, 'game')}), base ${means.base.toFixed(3)} (${base})`;
  return [undefined, `Mean score: ${scores}${apart}. Adjusted difference: ${formatDifference(verdict)}.`];
}

/** How to get games in which both sides play. */
export const HOW_TO_MEET = '"serpentarium arena duel" plays games of both';

function describeSideBySide(verdict: SideBySideVerdict): Evidence {
  const { games, outlived, waiting, overdue, unknown, twice, earlier } = verdict;
  if (games + waiting + overdue + unknown + twice + earlier === 0) return [`the sides have not met. ${HOW_TO_MEET}.`];
  if (games === 0) return ['no game of both counts so far.'];
  const { base, candidate } = outlived;
  const level = games - base - candidate;
  const tied = level === 0 ? '' : `, and both fell on the same turn ${formatCount(level, 'time')}`;
  const counts = `the candidate outlived the base ${formatCount(candidate, 'time')}, the base the candidate ${formatCount(base, 'time')}${tied}`;
  return [undefined, `In games of both, ${counts}. Difference: ${formatDifference(verdict)}.`];
}

/** What a person can do about a stopped candidate. */
export function howToResume(experiment: string): string {
  return `Change the candidate, or resume it: ${commandFor('resume', experiment)}.`;
}

export function commandFor(action: (typeof EXPERIMENT_ACTIONS)[number], experiment: string): string {
  return `"serpentarium experiments ${action} ${quoteWord(experiment)}"`;
}

/** Why the candidate gets no new games, or all of them; empty if it gets its share. */
export function describeHeld({ experiment, stopped, promoted }: HeldSplit): string {
  if (stopped !== undefined) {
    const by =
      stopped.guard === 'a person' ? 'because' : `since the guard "${stopped.guard}" has stopped the candidate:`;
    return `All new games go to the base, ${by} ${stopped.reason}. ${howToResume(experiment)}`;
  }
  if (promoted === undefined) return '';
  return `All new games go to the candidate, because ${promoted.reason}. Back to the split: ${commandFor('resume', experiment)}.`;
}

/** Which new games the candidate gets, unless it is the split. */
function describeShare(verdict: SplitVerdict): string | false {
  const { experiment, decision, share, split, step } = verdict;
  const held = describeHeld(verdict);
  if (held !== '') return held;
  if (decision === 'candidate is better') return `Give it every new game: ${commandFor('promote', experiment)}.`;
  return (step > 0 || share < split) && `Step ${step + 1}: the candidate gets ${formatPercent(share)} of new games.`;
}

const formatSides = ({ base, candidate }: Balance) => `${candidate} of the candidate and ${base} of the base`;

/** Why the comparison is not fair, by kind; empty if it is. */
export function findImbalances(verdict: ExperimentVerdict): ReadonlyMap<'assigned' | 'left', string> {
  const found = new Map<'assigned' | 'left', string>();
  const { left } = verdict;
  if (verdict.design === 'split' && verdict.assigned.p < IMBALANCE_ERROR)
    found.set('assigned', `the assigned games, ${formatSides(verdict.assigned)}, do not fit its share`);
  if (left.p < IMBALANCE_ERROR) found.set('left', `games without a known result are uneven: ${formatSides(left)}`);
  return found;
}

/** Which games the candidate gets, and games that do not count, or not yet. */
function describeOthers(verdict: ReportedVerdict): string[] {
  const { design, waiting, overdue, earlier } = verdict;
  const { unknown, twice } = design === 'split' ? { unknown: 0, twice: 0 } : verdict;
  return [
    ...Array.from(findImbalances(verdict).values(), (what) => `Do not rely on this: ${what} (p < ${IMBALANCE_ERROR}).`),
    design === 'split' && describeShare(verdict),
    waiting > 0 && `${formatCount(waiting, 'more game')} will count once an earlier one has ended.`,
    overdue > 0 &&
      `${formatCount(overdue, 'game')} unfinished, longer than any finished one: the interval covers every outcome.`,
    unknown > 0 && `Not counted: ${formatCount(unknown, 'game')} of both without a known result.`,
    twice > 0 && `Not counted: ${formatCount(twice, 'game')} with one side on two seats.`,
    earlier > 0 &&
      `Not counted: ${formatCount(earlier, 'earlier game')}, because its sides have changed${formatChanges(verdict)}.`,
    ...verdict.ended.map(formatEnded),
  ].filter((sentence) => typeof sentence === 'string');
}

function formatEnded({ base, candidate, games, from, to, decision, ...difference }: EndedComparison): string {
  const sides = [candidate, base].map(
    (side) => side && `${side.version} ${side.hash.slice(0, 7)} ${side.options}`.trim(),
  );
  const [first, last] = [from, to].map((at) => new Date(at).toISOString().slice(0, 10));
  const found = `${decision} after ${formatCount(games, 'game')}, ${formatDifference(difference)}`;
  return `Before, ${first} to ${last}, ${sides.join(' against ')}: ${found}.`;
}

/** How many games differences of some sizes take, and how many games a day there are. */
export function formatForecast({ table, perDay }: Forecast): string {
  const sizes = table.map(
    ({ difference, games }) => `${games === undefined ? 'over 100000' : roundUp(games)} for ±${difference}`,
  );
  const days = perDay === undefined ? '' : `, at ${roundUp(perDay)} a day`;
  return `Games to a verdict: ${sizes.join(', ')}${days}.`;
}

/** Most opponents of a side that are named: the most frequent ones. */
const MAX_OPPONENTS = 3;

/** Games of one side; empty without any. */
function describeAlone({ alone }: SideBySideVerdict): string[] {
  const sides = (['candidate', 'base'] as const).flatMap((side) => {
    const { games, score, opponents } = alone[side];
    if (games === 0) return [];
    const mean = score === undefined ? '' : `, mean score ${score.toFixed(3)}`;
    const most = opponents
      .slice(0, MAX_OPPONENTS)
      .map(({ opponent, games: met }) => `${JSON.stringify(opponent)} (${met})`);
    return [
      `${side} ${formatCount(games, 'game')}${mean}${most.length === 0 ? '' : `, most against ${most.join(', ')}`}`,
    ];
  });
  if (sides.length === 0) return [];
  return [`One side alone: ${sides.join('; ')}. They decide nothing, since a ladder chooses opponents by rating.`];
}

function formatDifference({ difference, low, high }: ScoreDifference): string {
  const [mean, from, to] = [difference, low, high].map((score) => formatSigned(score, 3));
  return `${mean} (${from} to ${to})`;
}

function formatNeeded({ decision, needed, games, forecast: { perDay } }: ReportedVerdict): string {
  if (decision !== 'undecided') return '';
  const missing = FEW_GAMES - games;
  if (missing > 0) return ` Forecast after ${formatCount(missing, 'more game')}.`;
  if (needed === undefined) return ' A difference this small takes more than 100000 games.';
  const days = perDay === undefined ? '' : `: ${formatCount(roundUp(needed / perDay), 'day')} at the present rate`;
  return ` About ${formatCount(roundUp(needed), 'more game')} decide, if the difference stays${days}.`;
}

/** To two digits: it is an estimate. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}

function formatChanges({ changes }: ReportedVerdict): string {
  return changes.length === 0 ? '' : `: ${changes.join('; ')}`;
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
