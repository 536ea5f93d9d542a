/** Runs a contest, here or on a queue: its games, the progress line, and the files of `--save` and `--output-dir`. */
import { ContestantsUnusable, type Contest } from '../../arena/contest/contest.js';
import { isContestOver, playContest } from '../../arena/contest/play-contest.js';
import {
  expectFree,
  expectSame,
  saveContest,
  type ContestFile,
  type ContestType,
} from '../../arena/contest/contest-file.js';
import type { ContestIdentity } from '../../arena/contest/contest-identity.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { removeGameFiles } from '../../arena/output/game-lines.js';
import { EXIT, messageOf, usageFault } from '../../errors/errors.js';
import { makeFolder } from '../../processes/make-folder.js';
import { formatCount } from '../../views/numbers.js';
import { formatSections } from '../../terminal/format-sections.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { formatSpeed, formatTimeLeft, showProgress } from '../../terminal/progress.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { interruptSignal } from '../interrupt.js';
import { allOrFaults } from '../arguments.js';
import {
  readContestGame,
  readPlace,
  readSeed,
  timeGame,
  type ContestFlags,
  type ContestPlace,
} from './contest-flags.js';
import type { ContestKind, ContestTypes, ResumableKind } from './contest-kind.js';
import type { ContestPage } from './contest-page.js';
import { resolveContestants, timeoutFor } from './contestants.js';
import { formatInterruption, readCall, toPlan, type ResumableCall, type WrittenCall } from './saved-command.js';
import { showWorkers, type ContestGames, type WorkerShare } from './worker-shares.js';

export interface ContestRun<T extends ContestTypes> {
  readonly plan: T['plan'];
  /** Over all counted pairs. */
  readonly report: T['report'];
  /** The workers that played it; absent for this machine. */
  readonly workers: readonly WorkerShare[] | undefined;
  /** All games were played, or it was decided. */
  readonly isOver: boolean;
  /** How to continue it, if a signal ended it early or its queue has lost it. */
  readonly stopped: string | undefined;
}

/**
 * Plays until the contest is decided, at its limit, or interrupted. Throws a `UsageError` if `--resume` names another
 * contest than the command line, if `--save` names a file that must not be replaced, or if a contestant cannot be
 * loaded.
 */
export async function runContest<T extends ContestTypes>(
  kind: ContestKind<T>,
  call: ResumableCall<T['flags'], T['tally']>,
  page: ContestPage | undefined,
): Promise<ContestRun<T>> {
  const { flags } = call;
  const [{ names, roles, perGame, ...entry }, place] = allOrFaults(
    () => kind.read(call),
    () => readPlace(flags),
  );
  const game = readContestGame(flags, perGame);
  const { contestants, blame, close } = await resolveContestants(names, flags.config, roles);
  try {
    const timed = timeGame(game, timeoutFor(contestants, flags.timeout), flags);
    const plan = await entry.plan({ contestants, game: timed, seed: readSeed(flags), blame });
    const saver = openSaver(kind, call, kind.identify(plan), { seed: plan.seed, ...entry.settled });
    if (flags.outputDir !== undefined) makeOutputFolder(flags.outputDir);
    const games = await openGames(plan, place, flags.outputDir, kind.title(plan)).catch((thrown: unknown) => {
      throw thrown instanceof ContestantsUnusable ? blame(thrown.unusable) : thrown;
    });
    const tally = await play(kind, plan, games, call.saved?.tally, saver, page);
    if (flags.outputDir !== undefined) removeGameFiles(flags.outputDir, tally.pairs);
    const isOver = isContestOver(kind.schedule(plan), tally);
    const isStopped = !isOver && (interruptSignal().aborted || games.failure !== undefined);
    return {
      plan,
      report: kind.report(tally, plan),
      workers: games.workers?.list(),
      isOver,
      stopped: isStopped ? formatInterruption(kind.type, saver.savedIn, flags) : undefined,
    };
  } finally {
    await close();
  }
}

/** Checks the files of the flags: nothing is replaced, and only the same contest continues. */
export function openSaver<Flags extends Pick<ContestFlags, 'save' | 'resume'>, Tally>(
  { type, flags }: ResumableKind<Flags, Tally>,
  call: ResumableCall<Flags, Tally>,
  identity: ContestIdentity,
  settled: Readonly<Record<string, unknown>>,
): ContestSaver {
  const { save, resume } = call.flags;
  if (call.saved !== undefined) expectSame(resume!, call.saved, identity, type);
  if (save !== undefined && save !== resume) expectFree(save, '--save', type);
  return new ContestSaver(save ?? resume, type, { plan: toPlan(call, flags, settled), identity });
}

/** Plays and closes the games, with the progress line and the page. */
async function play<T extends ContestTypes>(
  kind: ContestKind<T>,
  plan: T['plan'],
  games: ContestGames,
  from: T['tally'] | undefined,
  saver: ContestSaver,
  page: ContestPage | undefined,
): Promise<T['tally']> {
  const schedule = kind.schedule(plan);
  const interrupted = interruptSignal();
  interrupted.addEventListener('abort', () => void games.close());
  if (interrupted.aborted) void games.close();
  let tally = from ?? schedule.start;
  const hideProgress = showProgress({
    output: process.stderr,
    done: () => tally.pairs,
    format(rate) {
      const line = formatProgress(kind, kind.report(tally, plan), plan, rate);
      return games.workers === undefined ? line : `${line}  ${formatCount(games.workers.workers, 'worker')}`;
    },
  });
  const shown = page?.show(kind, plan, tally);
  try {
    await playContest(schedule, games, tally, (latest) => {
      tally = latest;
      saver.saveSometimes(latest);
      shown?.note(latest);
    });
    saver.save(tally);
  } finally {
    shown?.end(isContestOver(schedule, tally) ? 'over' : 'stopped');
    hideProgress();
    await games.close();
  }
  if (games.failure !== undefined) printError(games.failure);
  return tally;
}

/** The exit codes of a test's verdicts. */
export const VERDICT_EXITS = { H1: EXIT.ok, H0: EXIT.failed, undecided: EXIT.undecided };

/** Calls `run` with the page of `--browser`, if any. On a terminal, the page stays until Ctrl-C. */
export async function withContestPage(
  { browser }: Pick<ContestFlags, 'browser'>,
  run: (page: ContestPage | undefined) => Promise<void>,
): Promise<void> {
  if (browser === undefined) return run(undefined);
  const { ContestPage } = await import('./contest-page.js');
  const { withPage } = await import('../browser-page.js');
  const page = await ContestPage.open(browser);
  await withPage(page, () => run(page));
}

/** The whole command, for a contest that stands alone. */
export async function playAndPrint<T extends ContestTypes>(
  kind: ContestKind<T>,
  written: WrittenCall<T['flags']>,
): Promise<void> {
  await withContestPage(written.flags, async (page) => {
    const run = await runContest(kind, readCall(written, kind), page);
    if (written.flags.json === true) printJson({ ...run.report, workers: run.workers });
    else print(formatRun(kind, run));
    if (run.stopped !== undefined) printError(run.stopped);
    process.exitCode = kind.exitCode(run.report, run.isOver);
  });
}

/** The report for a terminal. */
export function formatRun<T extends ContestTypes>(
  { title, show }: ContestKind<T>,
  { plan, report, workers }: ContestRun<T>,
): string {
  const { sections, ...shown } = show(report, []);
  return formatSections(title(plan), { ...shown, sections: [...sections, ...showWorkers(workers)] }, terminalWidth());
}

/**
 * One line: games, speed, how it stands, and an estimate of the time left.
 *
 * @param rate pairs per second of this run.
 */
export function formatProgress<T extends ContestTypes>(
  { gamesPerPair, stand, pairsLeft }: ContestKind<T>,
  report: T['report'],
  plan: T['plan'],
  rate: number,
): string {
  const speed = formatSpeed(report.pairs, gamesPerPair(plan), rate);
  return [...speed, ...stand(report), formatTimeLeft(pairsLeft(report, plan), rate)].join('  ');
}

function makeOutputFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (thrown) {
    throw usageFault('--output-dir', `"${folder}" cannot be made: ${messageOf(thrown)}.`);
  }
}

/**
 * Opens the games of a contest, and loads its contestants once, so that their faults show before the first game.
 * Rejects with {@link ContestantsUnusable}, or a `UsageError` if its queue cannot be used.
 */
async function openGames(
  contest: Contest,
  { concurrency, queue }: ContestPlace,
  output: string | undefined,
  title: string,
): Promise<ContestGames> {
  const pool = new MatchWorkerPool(contest, queue === undefined ? concurrency : 1, output);
  try {
    await pool.play([]);
    if (queue === undefined) return pool;
  } catch (thrown) {
    await pool.close();
    throw thrown;
  }
  await pool.close();
  return (await import('./queued-games.js')).openOnQueue(contest, title, queue);
}

/** Shortest time between two saves, in ms. */
const SAVE_INTERVAL_MS = 500;

/**
 * Saves the tallies of one contest. It owns the file while the contest runs. It never throws: the first failure is
 * printed, and each later save tries again.
 */
export class ContestSaver {
  readonly #file: string | undefined;
  readonly #type: ContestType;
  readonly #head: Omit<ContestFile<unknown>, 'tally'>;
  #savedAt = -Infinity;
  #hasWarned = false;
  /** The file if it holds the last tally. */
  savedIn: string | undefined;

  /** @param file where to save (default: nowhere). */
  constructor(file: string | undefined, type: ContestType, head: Omit<ContestFile<unknown>, 'tally'>) {
    this.#file = file;
    this.#type = type;
    this.#head = head;
  }

  /** Saves the tally unless the last save is recent. */
  saveSometimes(tally: unknown): void {
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(tally);
    else this.savedIn = undefined;
  }

  save(tally: unknown): void {
    if (this.#file === undefined) return;
    this.#savedAt = performance.now();
    this.savedIn = undefined;
    try {
      saveContest(this.#file, this.#type, { ...this.#head, tally });
      this.savedIn = this.#file;
    } catch (thrown) {
      if (!this.#hasWarned)
        printError(`warning: the ${this.#type} cannot be saved now, and continues: ${messageOf(thrown)}`);
      this.#hasWarned = true;
    }
  }
}
