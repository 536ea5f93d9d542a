/** Formats a tuning: the progress line, the courses at its end, and the YAML to paste. */
import { stringify } from 'yaml';
import { describeErrors } from '../../arena/contest/contestant-report.js';
import type { TunedParameter, TuningReport } from '../../arena/contest/report.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';
import { sparkline } from '../../terminal/sparkline.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { formatSpeed, formatTimeLeft } from '../../terminal/progress.js';
import { formatErrors, formatLabelled } from '../contest/format-contestants.js';

/** The progress line shows this many options, the ones that moved most. */
const SHOWN = 3;
const COURSE = 36;

/** The progress line: games, speed, the values that moved most, and an estimate of the time left. */
export function formatTuningProgress(report: TuningReport, maxPairs: number, rate: number): string {
  return [
    ...formatSpeed(report.pairs, 2, rate),
    formatMoved(report),
    formatTimeLeft(Math.max(0, maxPairs - report.pairs), rate),
  ].join('  ');
}

function formatMoved({ parameters }: TuningReport): string {
  const moved = parameters.toSorted((a, b) => shiftOf(b) - shiftOf(a)).slice(0, SHOWN);
  return moved.map(({ name, trail }) => `${name} ${formatValue(trail.at(-1)!)}`).join(', ');
}

/** The report, in `width` columns: the games, the course of every option, the errors. */
export function formatTuning(report: TuningReport, width: number): string {
  const { games, pairs, turns, seed, strategy, parameters } = report;
  const played = `${games} in ${formatCount(pairs, 'pair')}, seed ${printable(seed)}; ${turns.toFixed(0)} turns on average`;
  const rows = parameters.map(({ name, start, value, trail }) => [
    name,
    formatValue(start),
    formatValue(value),
    sparkline(trail, COURSE),
  ]);
  const errors = describeErrors(strategy.name, strategy);
  return [
    ...wrapText(printable(`tuning of ${strategy.label}`), width),
    ...formatLabelled('games', played, width),
    '',
    formatTable(['option', 'start', 'found', 'course'], rows, { width }),
    '',
    formatErrors('strategy', [[strategy.name, strategy]], width),
    ...(errors === undefined ? [] : ['', ...wrapText(printable(errors), width)]),
  ].join('\n');
}

/** The YAML to paste: the options of the snake, with their tuned values. */
export function formatOptionsYaml(options: Readonly<Record<string, unknown>>): string {
  const lines = stringify({ options }).trimEnd().split('\n');
  return lines.map((line) => `    ${line}`).join('\n');
}

function formatValue(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** How far the last value is from the start, as a share of the range. */
function shiftOf({ start, trail, minimum, maximum }: TunedParameter): number {
  return Math.abs(trail.at(-1)! - start) / (maximum - minimum);
}
