/** `serpentarium tune`: tunes the options of a strategy, and lets a match decide about the result. */
import { stringify } from 'yaml';
import { labelOf, type ContestSettings } from '../../arena/contest/contest.js';
import { toOptions, identifyTuning, type TuningPlan } from '../../arena/contest/tuning/tuning-plan.js';
import { firstReason, describeErrors } from '../../arena/contest/contestant-report.js';
import { TUNING_FILE, scheduleTuning, reportTuning } from '../../arena/contest/tuning/tuning-tally.js';
import type { TuningReport, TunedParameter } from '../../views/contest-report.js';
import { EXIT, usageFault } from '../../errors/errors.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth, formatTable, wrapText } from '../../terminal/format-table.js';
import { allOrFaults } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument } from '../flags.js';
import { withContestPage, type ContestPage } from '../contest/contest-page.js';
import { readOpenings, readPlace, readSeed, timeGame } from '../contest/contest-flags.js';
import { formatWorkersBelow, withWorkers, type PlayedByWorkers } from '../contest/worker-shares.js';
import { runContest } from '../contest/run-contest.js';
import type { ContestCall } from '../../arena/contest/contest-file.js';
import { formatInterruption, readCall, type WrittenCall } from '../contest/saved-command.js';
import { readGameFlags } from '../play/game-flags.js';
import { decideAdoption, planAdoption } from './adoption.js';
import { loadTuned, TUNE_FLAGS, readFixed, readTuningTimeout, type TuneFlags } from './tune-flags.js';
import { printable } from '../../terminal/printable.js';
import { sparkline } from '../../terminal/sparkline.js';
import { formatSpeed, formatTimeLeft } from '../../terminal/progress.js';
import { formatErrors, formatPlayed } from '../contest/format-contestants.js';

export default defineCommand({
  arguments: [argument('[STRATEGY]', 'the name of a strategy, or the /prefix of a snake; needed without --resume')],
  flags: TUNE_FLAGS,
  notes:
    'Exit codes, from the deciding match: 0 adopt; 1 do not adopt; 2 wrong usage;\n' +
    '3 undecided or stopped; 4 void: the strategy never played a move.\n' +
    'With --no-compare: 0 all games played.',
  footnote: 'Ctrl-C ends the tuning and prints the values so far.',
  examples: ['tune first', 'tune first --games 2000'],
  run: (written) => withContestPage(written.flags, (page) => tune(written, page)),
});

async function tune(written: WrittenCall<TuneFlags>, page: ContestPage | undefined): Promise<void> {
  const call = readCall(written, TUNING_FILE, TUNE_FLAGS);
  const { flags } = call;
  const { name, plan, place } = await readTuning(call);
  const { tally, isInterrupted, savedIn, workers } = await runContest({
    plan,
    kind: TUNING_FILE,
    identity: identifyTuning(plan),
    schedule: scheduleTuning(plan),
    call,
    formatProgress: (latest, rate) => formatTuningProgress(reportTuning(latest, plan), plan.maxPairs, rate),
    place,
    title: `tuning of ${labelOf(plan.contestants[0])}`,
    gamesPerPair: 2,
    pairsLeft: ({ pairs }) => Math.max(0, plan.maxPairs - pairs),
    show: (latest) => ({ kind: 'tuning', report: reportTuning(latest, plan) }),
    page,
  });
  const report = withWorkers(reportTuning(tally, plan), workers);
  if (isInterrupted) {
    present(report, flags, plan);
    printError(formatInterruption('tuning', savedIn, flags));
    process.exitCode = report.didPlay ? EXIT.undecided : EXIT.notPlayed;
    return;
  }
  await conclude(report, name, flags, plan, page);
}

/** Prints the result, and lets a match decide about it. */
async function conclude(
  report: TuningReport & PlayedByWorkers,
  name: string,
  flags: TuneFlags,
  tuning: TuningPlan,
  page: ContestPage | undefined,
): Promise<void> {
  const hasChanged = report.parameters.some(({ start, value }) => start !== value);
  const plan = planAdoption(name, flags, foundOptions(report, tuning), tuning.seed);
  if (!report.didPlay || !hasChanged || !flags.compare) {
    present(report, flags, tuning);
    if (flags.json !== true) print(`\n${adviceOn(report, hasChanged, plan.line)}`);
    process.exitCode = exitCodeWithoutMatch(report, flags);
    return;
  }
  if (flags.json !== true) {
    present(report, flags, tuning);
    print(`\nThis match decides whether they are better:\n${plan.line}\n`);
  }
  const adoption = await decideAdoption(plan, page);
  if (flags.json === true) printJson({ ...report, match: adoption.match, adopt: adoption.exitCode === EXIT.ok });
  else print(adoption.text);
  process.exitCode = adoption.exitCode;
}

function foundOptions({ parameters }: TuningReport, tuning: TuningPlan): Readonly<Record<string, unknown>> {
  return toOptions(
    tuning.parameters,
    parameters.map(({ value }) => value),
  );
}

function present(report: TuningReport & PlayedByWorkers, flags: TuneFlags, tuning: TuningPlan): void {
  if (flags.json === true) {
    if (flags.compare && report.didPlay) printJson({ ...report, match: null, adopt: null });
    else printJson(report);
    return;
  }
  const { always, whileTuning } = readFixed(flags);
  const { options: written } = report.strategy;
  const kept = Object.entries(written ?? {}).filter(([key]) => !Object.hasOwn(whileTuning, key));
  const options = { ...Object.fromEntries(kept), ...always, ...foundOptions(report, tuning) };
  const width = terminalWidth();
  print(`${formatTuning(report, width)}\n\nThe values found, to paste into the snake's entry of the YAML:\n`);
  print(formatOptionsYaml(options) + formatWorkersBelow(report.workers, width));
}

const NOTHING_TO_ADOPT = 'No value has changed: there is nothing to adopt.';

function adviceOn({ didPlay, strategy }: TuningReport, hasChanged: boolean, line: string): string {
  if (!didPlay) {
    const reason = firstReason(strategy) ?? 'move returned nothing';
    return `The strategy never played a move (${reason}): the values mean nothing.`;
  }
  if (!hasChanged) return NOTHING_TO_ADOPT;
  return `Whether they are better is not known yet. To find out:\n${line}`;
}

function exitCodeWithoutMatch({ didPlay }: TuningReport, { compare }: TuneFlags): number {
  if (!didPlay) return EXIT.notPlayed;
  return compare ? EXIT.failed : EXIT.ok;
}

function missingName(): Error {
  return usageFault('STRATEGY', 'is missing. Name one, as in "tune cautious", or give --resume FILE.');
}

/** The game, with the time for answers of the tuning games; pondering takes as long as in the deciding match. */
function timeTuning(flags: TuneFlags): ContestSettings {
  const game = { ...readGameFlags(flags, 2), ...readOpenings(flags, 2) };
  return { ...timeGame(game, game.timeout, flags), timeout: readTuningTimeout(flags) };
}

async function readTuning({ names: [name], flags }: ContestCall<TuneFlags>) {
  if (name === undefined) throw missingName();
  if (flags.gametype === 'squad') {
    throw usageFault('--gametype', 'squad games cannot be used: a snake does not win alone.');
  }
  const [game, place] = allOrFaults(
    () => timeTuning(flags),
    () => readPlace(flags),
  );
  const { contestant, options, parameters } = await loadTuned(name, flags);
  const plan: TuningPlan = {
    contestants: [contestant, { ...contestant, name: `${contestant.name} 2` }],
    options,
    parameters,
    maxPairs: Math.ceil(flags.games / 2),
    seed: readSeed(flags),
    game,
  };
  return { name, plan, place };
}

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
  const { strategy, parameters } = report;
  const rows = parameters.map(({ name, start, value, trail }) => [
    name,
    formatValue(start),
    formatValue(value),
    sparkline(trail, COURSE),
  ]);
  const errors = describeErrors(strategy.name, strategy);
  return [
    ...wrapText(printable(`tuning of ${strategy.label}`), width),
    ...formatPlayed(report, '', width),
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
