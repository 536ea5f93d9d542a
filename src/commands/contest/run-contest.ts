/** Runs a contest, here or on a queue: its games, the progress line, the files of `--save` and `--output-dir`. */
import { mkdirSync } from 'node:fs';
import type { Contest, Pairing } from '../../arena/contest/contest.js';
import { playContest, type ContestTally, type PairSchedule } from '../../arena/contest/play-contest.js';
import {
  expectFree,
  expectSame,
  saveContest,
  type ContestHeader,
  type ContestKind,
} from '../../arena/contest/contest-file.js';
import type { ContestIdentity } from '../../arena/contest/contest-identity.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { environmentOf, memoryOf } from '../../arena/workers/worker-limits.js';
import { removeGameFiles } from '../../arena/output/game-lines.js';
import type { QueueAddress } from '../../queue/queue-server.js';
import { printError } from '../../terminal/print.js';
import { createInterruptSignal } from '../interrupt.js';
import type { ContestFlags } from './contest-flags.js';
import type { ContestGames, ContestGamesOptions } from './contest-games.js';
import type { ContestPage, ShownContest } from './contest-page.js';
import { showProgress } from '../../terminal/progress.js';
import type { WorkerShare } from './worker-shares.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { toPlan, type ResumableCall } from './saved-command.js';
import { messageOf } from '../../errors.js';

export interface ContestRunOptions<
  Flags extends ContestFlags,
  Tally extends ContestTally,
  Game extends Pairing,
> extends Omit<ShownContest<Tally>, 'game'> {
  readonly contest: Contest;
  readonly kind: ContestKind<Tally>;
  readonly identity: ContestIdentity;
  /** What was asked for, and the contest that it continues, if any. */
  readonly call: ResumableCall<Flags, Tally>;
  /** Values that a saved plan has even if they were not asked for. */
  readonly settled: Readonly<Record<string, unknown>>;
  /** The tally before the first pair. */
  readonly start: Tally;
  readonly schedule: PairSchedule<Tally, Game>;
  /** Whether enough is known. */
  readonly isDecided: (tally: Tally) => boolean;
  /** The progress line. `rate` is the pairs per second of this run. */
  readonly formatProgress: (tally: Tally, rate: number) => string;
  /** Games at once on this machine. */
  readonly concurrency: number;
  /** The queue that plays in place of this machine, if any. */
  readonly queue: QueueAddress | undefined;
  /** Called with the tally after each pair. */
  readonly onPair?: ((tally: Tally) => void) | undefined;
  readonly page: ContestPage | undefined;
  /** What is to be said before the games, if anything. */
  readonly notice?: string | undefined;
}

export interface ContestRunResult<Tally> {
  /** Of all pairs that count. */
  readonly tally: Tally;
  /** A signal ended the contest before its time, or its queue no longer has it. */
  readonly isInterrupted: boolean;
  /** The file that holds all of it, if any. */
  readonly savedIn: string | undefined;
  /** The workers that played it; absent if it was played on this machine. */
  readonly workers: readonly WorkerShare[] | undefined;
}

/**
 * Plays until the contest is decided, at its limit, or a signal arrives. Throws a `UsageError` if `--resume` names
 * another contest than the one asked for, or if `--save` names a file that must not be replaced.
 */
export async function runContest<Flags extends ContestFlags, Tally extends ContestTally, Game extends Pairing>(
  options: ContestRunOptions<Flags, Tally, Game>,
): Promise<ContestRunResult<Tally>> {
  const { schedule, maxPairs, isDecided, formatProgress, page } = options;
  const { call, saved } = options.call;
  const output = call.flags.outputDir;
  const header = toHeader(options);
  const file = prepareFiles(options, header);
  const from = saved?.tally ?? options.start;
  const games = await openContestGames({ ...options, header, output });
  const isOver = (latest: Tally) => latest.pairs >= maxPairs || isDecided(latest);
  const interrupted = createInterruptSignal();
  interrupted.addEventListener('abort', () => void games.close());
  let tally = from;
  const hideProgress = showProgress({
    output: process.stderr,
    done: () => tally.pairs,
    format(rate) {
      const line = formatProgress(tally, rate);
      return games.workers === undefined ? line : `${line}  ${formatCount(games.workers.workers, 'worker')}`;
    },
  });
  const saver = new ContestSaver(file, header);
  const shown = page?.show({ ...options, game: options.contest.game }, from);
  try {
    tally = await playContest({
      schedule,
      pool: games.pool,
      from,
      maxPairs,
      isDecided,
      onPair(latest) {
        tally = latest;
        options.onPair?.(latest);
        saver.saveSometimes(latest);
        shown?.note(latest);
      },
    });
    saver.save(tally);
    const failure = games.findFailure();
    if (failure !== undefined) printError(`the queue no longer has this contest: ${failure}`);
    const isInterrupted = (interrupted.aborted || failure !== undefined) && !isOver(tally);
    return { tally, isInterrupted, savedIn: saver.isSaved ? file : undefined, workers: games.workers?.list() };
  } finally {
    shown?.end(tally, isOver(tally) ? 'over' : 'stopped');
    hideProgress();
    await games.close();
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}

function toHeader<Flags extends ContestFlags, Tally extends ContestTally, Game extends Pairing>({
  kind,
  identity,
  call,
  settled,
}: ContestRunOptions<Flags, Tally, Game>): ContestHeader<Tally> {
  return { kind, identity, plan: toPlan(call.call, settled) };
}

/** Creates the directory of `--output-dir`, prints the notice, and returns the file to save the contest to, if any. */
function prepareFiles<Flags extends ContestFlags, Tally extends ContestTally, Game extends Pairing>(
  { call: { call, saved }, notice }: ContestRunOptions<Flags, Tally, Game>,
  header: ContestHeader<Tally>,
): string | undefined {
  const { save, resume, outputDir } = call.flags;
  if (saved !== undefined) expectSame(resume!, saved, header);
  if (save !== undefined && save !== resume) expectFree(save, '--save', header.kind);
  if (outputDir !== undefined) mkdirSync(outputDir, { recursive: true });
  if (notice !== undefined) printError(notice);
  return save ?? resume;
}

/** Opens the games of a contest. Throws a `UsageError` if they are to be played on a queue that cannot be used. */
async function openContestGames(options: ContestGamesOptions): Promise<ContestGames> {
  if (options.queue === undefined) return openHere(options);
  const { openOnQueue } = await import('./queued-games.js');
  return openOnQueue(options, options.queue);
}

function openHere({ contest, output, concurrency }: ContestGamesOptions): ContestGames {
  const { contestants } = contest;
  const env = environmentOf(contestants);
  const pool = new MatchWorkerPool({ contest, env, memoryMb: memoryOf(contestants), output, concurrency });
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
  readonly #header: ContestHeader<Tally>;
  #savedAt = -Infinity;
  #hasWarned = false;
  #isSaved = false;

  /** @param file where to save; without one nothing is saved. */
  constructor(file: string | undefined, header: ContestHeader<Tally>) {
    this.#file = file;
    this.#header = header;
  }

  /** Whether the file holds the tally given last. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Saves the tally unless the last save was just before. */
  saveSometimes(tally: Tally): void {
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(tally);
    else this.#isSaved = false;
  }

  save(tally: Tally): void {
    if (this.#file === undefined) return;
    this.#savedAt = performance.now();
    try {
      saveContest(this.#file, this.#header, tally);
      this.#isSaved = true;
    } catch (thrown) {
      this.#isSaved = false;
      if (!this.#hasWarned) {
        const { noun } = this.#header.kind;
        printError(`warning: the ${noun} cannot be saved now, and goes on: ${messageOf(thrown)}`);
      }
      this.#hasWarned = true;
    }
  }
}
