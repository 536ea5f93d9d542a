/** `serpentarium tune`: finds better values for the options of a strategy, and lets a match decide about them. */
import type { Command } from 'commander';
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { ContestSettings } from '../../arena/contest/contest.js';
import { toOptions, type TunedOption } from '../../arena/contest/tuning/parameters.js';
import { firstReason } from '../../arena/contest/own-errors.js';
import { TUNING_FILE } from '../../arena/contest/tuning/tuning-file.js';
import { identifyTuning, type TuningOptions } from '../../arena/contest/tuning/tuning-options.js';
import { reportTuning, type TuningReport } from '../../arena/contest/tuning/tuning-report.js';
import { scheduleTuning } from '../../arena/contest/tuning/tuning-schedule.js';
import { startTuning } from '../../arena/contest/tuning/tuning-tally.js';
import { messageOf, usageFault } from '../../errors.js';
import { availableCores } from '../../processes/machine.js';
import { createChance } from '../../rules/chance.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { terminalWidth } from '../../terminal/wrap-text.js';
import { allOrFaults } from '../arguments.js';
import { withContestPage, type ContestPage } from '../contest/contest-page.js';
import { readConcurrency, readSeed, timeGame } from '../contest/contest-flags.js';
import { formatWorkersBelow, withWorkers, type PlayedByWorkers } from '../contest/format-workers.js';
import { readQueue } from '../contest/queue-flags.js';
import { runContest } from '../contest/run-contest.js';
import { formatInterruption, readCall, type ContestCall, type WrittenCall } from '../contest/saved-command.js';
import { EXIT } from '../exit-codes.js';
import { readGameFlags } from '../play/game-flags.js';
import { decideAdoption, planAdoption } from './adoption.js';
import { fitFromGames, formatFit, formatNetwork, trainFromGames } from './from-games.js';
import { formatOptionsYaml, formatTuning, formatTuningProgress, createTuningPresenter } from './format-tuning.js';
import { loadTuned, declareTune, readFixed, readTuningTimeout, type TuneFlags } from './tune-flags.js';

export function addTuneCommand(program: Command): void {
  const command = program.command('tune');
  declareTune(command).action(async (name: string | undefined, flags: TuneFlags) => {
    await withContestPage(flags, (page) => tune({ names: name === undefined ? [] : [name], flags, command }, page));
  });
}

async function tune(written: WrittenCall<TuneFlags>, page: ContestPage | undefined): Promise<void> {
  const { fromGames, network, sprt, compare } = written.flags;
  if (network !== undefined && fromGames === undefined) {
    throw usageFault('--network', 'learns from games that were played before: give --from-games as well.');
  }
  if (network !== undefined && (sprt !== undefined || !compare)) {
    const flag = compare ? '--sprt' : '--no-compare';
    throw usageFault(
      '--network',
      `takes no ${flag}: no match follows that would decide about it. Leave out one of them.`,
    );
  }
  if (fromGames !== undefined) return tuneFromGames(written, fromGames, page);
  const call = readCall(written, TUNING_FILE, declareTune);
  const { flags } = call.call;
  const planned = call.saved?.identity.settings['planned'];
  const { name, tuning, maxPairs, concurrency, queue } = await readTuning(call.call, planned);
  const { tally, isInterrupted, savedIn, workers } = await runContest({
    contest: tuning,
    kind: TUNING_FILE,
    identity: identifyTuning(tuning),
    call,
    declare: declareTune,
    settled: { seed: tuning.seed },
    start: startTuning(tuning.parameters),
    schedule: scheduleTuning(tuning),
    maxPairs,
    isDecided: () => false,
    formatProgress: (latest, rate) => formatTuningProgress(reportTuning(latest, tuning), maxPairs, rate),
    concurrency,
    queue,
    presenter: createTuningPresenter(tuning, maxPairs),
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

/** Fits weights to games that were played before, and has a match decide about them. */
async function tuneFromGames(
  { names: [name], flags }: ContestCall<TuneFlags>,
  directory: string,
  page: ContestPage | undefined,
): Promise<void> {
  if (name === undefined) throw missingName();
  if (flags.save !== undefined || flags.resume !== undefined) {
    throw usageFault('--from-games', 'takes no --save and no --resume: it plays no games that could be continued.');
  }
  const { contestant, parameters } = await loadTuned(name, flags);
  if (flags.network !== undefined) return tuneNetwork(flags.network, directory, parameters, flags);
  const fit = await fitFromGames(directory, parameters, flags.config);
  const changed = fit.parameters.filter(({ start, value }) => start !== value);
  const hasChanged = changed.length > 0;
  const found = Object.fromEntries(changed.map(({ name: option, value }) => [option, value]));
  const plan = planAdoption(name, { found, flags, seed: readSeed(flags), file: undefined });
  if (flags.json !== true) {
    print(`${formatFit(fit, contestant.name, terminalWidth())}\n`);
    if (hasChanged) {
      print("The values found, to paste into the snake's entry of the YAML:\n");
      print(formatOptionsYaml({ ...contestant.config.options, ...found }));
      print(`\nWhether they are better is decided by:\n${plan.line}\n`);
    } else {
      print(NOTHING_TO_ADOPT);
    }
  }
  const adoption = flags.compare && hasChanged ? await decideAdoption(plan, page) : undefined;
  if (flags.json === true) {
    const adopt = adoption === undefined ? null : adoption.exitCode === EXIT.ok;
    printJson({ ...fit, match: adoption?.match ?? null, adopt });
  } else if (adoption !== undefined) {
    print(adoption.text);
  }
  process.exitCode = adoption?.exitCode ?? (flags.compare ? EXIT.failed : EXIT.ok);
}

/** Trains a network on games, and writes it to `file`. No match follows: which strategy is to use it is not known. */
async function tuneNetwork(
  file: string,
  games: string,
  parameters: readonly TunedOption[],
  flags: TuneFlags,
): Promise<void> {
  expectNew(file);
  const chance = createChance(readSeed(flags));
  const fit = await trainFromGames(games, flags.config, { parameters, chance, report: reportRound });
  writeFileSync(file, `${JSON.stringify(fit.network)}\n`);
  if (flags.json === true) printJson({ ...fit, network: file });
  else print(formatNetwork(fit, file));
}

/** Throws a `UsageError` if the file is there or cannot be written: better now than when the network is trained. */
function expectNew(file: string): void {
  if (existsSync(file)) throw usageFault('--network', `"${file}" is there already, and is not replaced.`);
  try {
    closeSync(openSync(file, 'wx'));
    rmSync(file);
  } catch (thrown) {
    throw usageFault('--network', `"${file}" cannot be written: ${messageOf(thrown)}.`);
  }
}

function reportRound(round: number, loss: number): void {
  printError(`round ${round}: surprise ${loss.toFixed(4)}`);
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

/** The tuning that a command line asks for. A saved one goes on with the gains that were `planned` for it. */
async function readTuning({ names: [name], flags }: ContestCall<TuneFlags>, planned: unknown) {
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
    planned: typeof planned === 'number' ? planned : maxPairs,
    seed: readSeed(flags),
    game,
  };
  return { name, tuning, maxPairs, concurrency, queue };
}
