/** `serpentarium tune`: finds better values for the options of a strategy, and lets a match decide about them. */
import type { Command } from 'commander';
import { labelOf, type ContestSettings } from '../../arena/contest/contest.js';
import { toOptions } from '../../arena/contest/tuning/parameters.js';
import { firstReason } from '../../arena/contest/contestant-report.js';
import { TUNING_FILE } from '../../arena/contest/tuning/tuning-file.js';
import { identifyTuning, type TuningOptions } from '../../arena/contest/tuning/tuning-options.js';
import { reportTuning } from '../../arena/contest/tuning/tuning-report.js';
import type { TuningReport } from '../../arena/contest/report.js';
import { scheduleTuning } from '../../arena/contest/tuning/tuning-schedule.js';
import { startTuning } from '../../arena/contest/tuning/tuning-tally.js';
import { usageFault } from '../../errors.js';
import { availableCores } from '../../processes/machine.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { allOrFaults } from '../arguments.js';
import { withContestPage, type ContestPage } from '../contest/contest-page.js';
import { readConcurrency, readSeed, timeGame, readQueue } from '../contest/contest-flags.js';
import { formatWorkersBelow, withWorkers, type PlayedByWorkers } from '../contest/worker-shares.js';
import { runContest } from '../contest/run-contest.js';
import { formatInterruption, readCall, type ContestCall, type WrittenCall } from '../contest/saved-command.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import { decideAdoption, planAdoption } from './adoption.js';
import { formatOptionsYaml, formatTuning, formatTuningProgress } from './format-tuning.js';
import { loadTuned, declareTune, readFixed, readTuningTimeout, type TuneFlags } from './tune-flags.js';

export function addTuneCommand(program: Command): void {
  const command = program.command('tune');
  declareTune(command).action(async (name: string | undefined, flags: TuneFlags) => {
    await withContestPage(flags, (page) => tune({ names: name === undefined ? [] : [name], flags, command }, page));
  });
}

async function tune(written: WrittenCall<TuneFlags>, page: ContestPage | undefined): Promise<void> {
  const call = readCall(written, TUNING_FILE, declareTune);
  const { flags } = call.call;
  const { name, tuning, maxPairs, concurrency, queue } = await readTuning(call.call);
  const { tally, isInterrupted, savedIn, workers } = await runContest({
    contest: tuning,
    kind: TUNING_FILE,
    identity: identifyTuning(tuning),
    call,
    settled: { seed: tuning.seed },
    start: startTuning(tuning.parameters),
    schedule: scheduleTuning(tuning),
    maxPairs,
    isDecided: () => false,
    formatProgress: (latest, rate) => formatTuningProgress(reportTuning(latest, tuning), maxPairs, rate),
    concurrency,
    queue,
    title: `tuning of ${labelOf(tuning.contestants[0])}`,
    gamesPerPair: 2,
    pairsLeft: ({ pairs }) => Math.max(0, maxPairs - pairs),
    show: (latest) => ({ kind: 'tuning', report: reportTuning(latest, tuning) }),
    page,
  });
  const report = withWorkers(reportTuning(tally, tuning), workers);
  if (isInterrupted) {
    present(report, flags, tuning);
    printError(formatInterruption('tuning', savedIn, flags));
    process.exitCode = report.didPlay ? EXIT.undecided : EXIT.notPlayed;
    return;
  }
  await conclude(report, { name, flags, tuning, file: flags.save ?? flags.resume, page });
}

/** What {@link conclude} needs besides the report. */
interface Conclusion {
  readonly name: string;
  readonly flags: TuneFlags;
  readonly tuning: TuningOptions;
  /** The file of the tuning, if any. */
  readonly file: string | undefined;
  readonly page: ContestPage | undefined;
}

/** Prints what was found, and has a match decide about it. */
async function conclude(
  report: TuningReport & PlayedByWorkers,
  { name, flags, tuning, file, page }: Conclusion,
): Promise<void> {
  const hasChanged = report.parameters.some(({ start, value }) => start !== value);
  const plan = planAdoption(name, { found: foundOptions(report, tuning), flags, seed: tuning.seed, file });
  if (!report.didPlay || !hasChanged || !flags.compare) {
    present(report, flags, tuning);
    if (flags.json !== true) print(`\n${adviceOn(report, hasChanged, plan.line)}`);
    process.exitCode = exitCodeWithoutMatch(report, flags);
    return;
  }
  if (flags.json !== true) {
    present(report, flags, tuning);
    print(`\nWhether they are better is decided by:\n${plan.line}\n`);
  }
  const adoption = await decideAdoption(plan, page);
  if (flags.json === true) printJson({ ...report, match: adoption.match, adopt: adoption.exitCode === EXIT.ok });
  else print(adoption.text);
  process.exitCode = adoption.exitCode;
}

/** The options that were tuned with what was found for them. */
function foundOptions({ parameters }: TuningReport, tuning: TuningOptions): Readonly<Record<string, unknown>> {
  return toOptions(
    tuning.parameters,
    parameters.map(({ value }) => value),
  );
}

function present(report: TuningReport & PlayedByWorkers, flags: TuneFlags, tuning: TuningOptions): void {
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
    return `The strategy played no move of its own (${reason}): what was found means nothing.`;
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

/** The game, with the time for answers of the tuning games; pondering takes what it takes in the deciding match. */
function timeTuning(flags: TuneFlags): ContestSettings {
  const game = readGameFlags(flags, 2);
  return { ...timeGame(game, game.timeout, flags), timeout: readTuningTimeout(flags) };
}

/** The tuning that a command line asks for. */
async function readTuning({ names: [name], flags }: ContestCall<TuneFlags>) {
  if (name === undefined) throw missingName();
  if (flags.gametype === 'squad') {
    throw usageFault('--gametype', 'squad games cannot be used: a snake does not win by itself.');
  }
  const [game, concurrency, queue] = allOrFaults(
    () => timeTuning(flags),
    () => readConcurrency(flags, availableCores()),
    () => readQueue(flags),
  );
  const { contestant, options, parameters } = await loadTuned(name, flags);
  const maxPairs = Math.ceil(flags.games / 2);
  const tuning: TuningOptions = {
    contestants: [contestant, { ...contestant, name: `${contestant.name} 2` }],
    options,
    parameters,
    planned: maxPairs,
    seed: readSeed(flags),
    game,
  };
  return { name, tuning, maxPairs, concurrency, queue };
}
