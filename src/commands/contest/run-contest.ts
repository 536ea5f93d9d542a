/** Runs a contest, here or on a queue: its games, the progress line, and the files of `--save` and `--output-dir`. */
import type { Contest, Pairing } from '../../arena/contest/contest.js';
import { isContestOver, playContest, type ContestTally, type PairSchedule } from '../../arena/contest/play-contest.js';
import {
  expectFree,
  expectSame,
  saveContest,
  type ContestFile,
  type ContestKind,
  type ContestType,
} from '../../arena/contest/contest-file.js';
import type { ContestIdentity } from '../../arena/contest/contest-identity.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { removeGameFiles } from '../../arena/output/game-lines.js';
import { messageOf, usageFault } from '../../errors/errors.js';
import { makeFolder } from '../../processes/make-folder.js';
import { formatCount } from '../../views/numbers.js';
import { print, printError, printJson } from '../../terminal/print.js';
import { showProgress } from '../../terminal/progress.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { interruptSignal } from '../interrupt.js';
import type { ContestFlags, ContestPlace } from './contest-flags.js';
import type { ContestPage, ShownContest } from './contest-page.js';
import { formatInterruption, toPlan, type ResumableCall } from './saved-command.js';
import { formatWorkersBelow, withWorkers, type WorkerShare, type ContestGames } from './worker-shares.js';

interface ContestRunOptions<
  Flags extends ContestFlags,
  Tally extends ContestTally,
  Game extends Pairing,
> extends ShownContest<Tally> {
  readonly kind: ContestKind<Tally>;
  readonly identity: ContestIdentity;
  readonly schedule: PairSchedule<Tally, Game>;
  readonly call: ResumableCall<Flags, Tally>;
  /** Values that a saved plan has besides the seed, even without a flag. */
  readonly settled?: Readonly<Record<string, unknown>>;
  /** The progress line. `rate` is the pairs per second of this run. */
  readonly formatProgress: (tally: Tally, rate: number) => string;
  readonly place: ContestPlace;
  readonly onPair?: (tally: Tally) => void;
  readonly page: ContestPage | undefined;
  /** A message before the games, if any. */
  readonly notice?: string | undefined;
}

export interface ContestRunResult<Tally> {
  /** Over all counted pairs. */
  readonly tally: Tally;
  /** A signal ended the contest early, or its queue has lost it. */
  readonly isInterrupted: boolean;
  /** The file with the whole contest, if any. */
  readonly savedIn: string | undefined;
  /** The workers that played it; absent for this machine. */
  readonly workers: readonly WorkerShare[] | undefined;
}

/**
 * Plays until the contest is decided, at its limit, or interrupted. Throws a `UsageError` if `--resume` names another
 * contest than the command line, or if `--save` names a file that must not be replaced.
 */
export async function runContest<Flags extends ContestFlags, Tally extends ContestTally, Game extends Pairing>(
  options: ContestRunOptions<Flags, Tally, Game>,
): Promise<ContestRunResult<Tally>> {
  const { kind, plan, identity, schedule, call, place, page, notice } = options;
  const { save, resume, outputDir } = call.flags;
  if (call.saved !== undefined) expectSame(resume!, call.saved, identity, kind);
  if (save !== undefined && save !== resume) expectFree(save, '--save', kind.type);
  if (outputDir !== undefined) makeOutputFolder(outputDir);
  if (notice !== undefined) printError(notice);
  const file = save ?? resume;
  const from = call.saved?.tally ?? schedule.start;
  const games = await openContestGames(plan, place, outputDir, options.title);
  const interrupted = interruptSignal();
  interrupted.addEventListener('abort', () => void games.close());
  if (interrupted.aborted) void games.close();
  let tally = from;
  const hideProgress = showProgress({
    output: process.stderr,
    done: () => tally.pairs,
    format(rate) {
      const line = options.formatProgress(tally, rate);
      return games.workers === undefined ? line : `${line}  ${formatCount(games.workers.workers, 'worker')}`;
    },
  });
  const asked = toPlan(call, { seed: plan.seed, ...options.settled });
  const saver = new ContestSaver<Tally>(file, kind.type, { format: kind.format, plan: asked, identity });
  const shown = page?.show(options, from);
  try {
    tally = await playContest(schedule, games.pool, from, (latest) => {
      tally = latest;
      options.onPair?.(latest);
      saver.saveSometimes(latest);
      shown?.note(latest);
    });
    saver.save(tally);
    const failure = games.findFailure();
    if (failure !== undefined) printError(`the queue no longer has this contest: ${failure}`);
    const isInterrupted = (interrupted.aborted || failure !== undefined) && !isContestOver(schedule, tally);
    return { tally, isInterrupted, savedIn: saver.isSaved ? file : undefined, workers: games.workers?.list() };
  } finally {
    shown?.end(tally, isContestOver(schedule, tally) ? 'over' : 'stopped');
    hideProgress();
    await games.close();
    if (outputDir !== undefined) removeGameFiles(outputDir, tally.pairs);
  }
}

function makeOutputFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (thrown) {
    throw usageFault('--output-dir', `"${folder}" cannot be made: ${messageOf(thrown)}.`);
  }
}

/** Prints the report in the requested form, and after Ctrl-C how to continue. */
export function printContest<Report extends object>(
  type: ContestType,
  report: Report,
  format: (report: Report, width: number) => string,
  { workers, isInterrupted, savedIn }: ContestRunResult<unknown>,
  flags: ContestFlags,
): void {
  if (flags.json === true) printJson(withWorkers(report, workers));
  else {
    const width = terminalWidth();
    print(format(report, width) + formatWorkersBelow(workers, width));
  }
  if (isInterrupted) printError(formatInterruption(type, savedIn, flags));
}

/** Opens the games of a contest. Throws a `UsageError` if its queue cannot be used. */
async function openContestGames(
  contest: Contest,
  { concurrency, queue }: ContestPlace,
  output: string | undefined,
  title: string,
): Promise<ContestGames> {
  if (queue !== undefined) return (await import('./queued-games.js')).openOnQueue(contest, title, queue);
  const pool = new MatchWorkerPool(contest, concurrency, output);
  return { pool, close: () => pool.close(), findFailure: () => undefined };
}

/** Shortest time between two saves, in ms. */
const SAVE_INTERVAL_MS = 500;

/**
 * Saves the tallies of one contest. It owns the file while the contest runs. It never throws: the first failure is
 * printed, and each later save tries again.
 */
export class ContestSaver<Tally> {
  readonly #file: string | undefined;
  readonly #type: ContestType;
  readonly #head: Omit<ContestFile<Tally>, 'tally'>;
  #savedAt = -Infinity;
  #hasWarned = false;
  #isSaved = false;

  /** @param file where to save (default: nowhere). */
  constructor(file: string | undefined, type: ContestType, head: Omit<ContestFile<Tally>, 'tally'>) {
    this.#file = file;
    this.#type = type;
    this.#head = head;
  }

  /** Whether the file holds the last tally. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Saves the tally unless the last save is recent. */
  saveSometimes(tally: Tally): void {
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(tally);
    else this.#isSaved = false;
  }

  save(tally: Tally): void {
    if (this.#file === undefined) return;
    this.#savedAt = performance.now();
    try {
      saveContest(this.#file, { ...this.#head, tally });
      this.#isSaved = true;
    } catch (thrown) {
      this.#isSaved = false;
      if (!this.#hasWarned)
        printError(`warning: the ${this.#type} cannot be saved now, and continues: ${messageOf(thrown)}`);
      this.#hasWarned = true;
    }
  }
}
