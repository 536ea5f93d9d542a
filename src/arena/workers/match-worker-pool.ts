/**
 * The processes that play the games of a match: one for each core, each with a queue of tasks, restarted when it dies.
 */
import { Backoff } from '../../processes/timing.js';
import { messageOf } from '../../errors/errors.js';
import type { GameRecord } from '../contest/game-record.js';
import type { WorkerPool } from '../contest/play-contest.js';
import { ContestantsUnusable, type Contest, type Pairing } from '../contest/contest.js';
import { MatchWorker, type WorkerDeath, PairTask } from './match-worker.js';

/** Most tasks of a worker: it begins the next while it sends the last result. */
const MAX_QUEUED = 3;
/** Interval of the stall check, in ms. */
const CHECK_INTERVAL_MS = 50;
/** Deaths of workers between two calls that a task survives. */
const MAX_UNEXPLAINED_DEATHS = 3;
/** Failed starts in a row that a match survives, and the waits after them, in ms. */
const MAX_FAILED_STARTS = 6;
const START_WAITS = { least: 100, most: 5000 };

/**
 * Plays pairs in child processes.
 *
 * - Owns the workers and the queue of tasks. Workers are started when there is work for them.
 * - Guarantees that each pair is answered: a game whose strategy kills its worker counts as that strategy's crash, and
 *   the rest of the pair goes to another worker.
 * - Never plays a game in its own process, and never blames a strategy for a death that happened outside of its calls.
 */
export class MatchWorkerPool implements WorkerPool {
  readonly #contest: Contest;
  readonly #output: string | undefined;
  readonly #workers: (MatchWorker | undefined)[];
  readonly #queue: PairTask[] = [];
  /** The tasks queued and those being played. */
  readonly #unsettled = new Set<PairTask>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;
  #failedStarts = 0;
  readonly #backoff = new Backoff(START_WAITS);
  /** Present while no worker may be started. */
  #startTimer: NodeJS.Timeout | undefined;

  /**
   * @param concurrency number of processes.
   * @param output the folder where games are written as lines of JSON.
   */
  constructor(contest: Contest, concurrency: number, output?: string) {
    this.#contest = contest;
    this.#output = output;
    this.#workers = Array.from({ length: concurrency }, () => undefined);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /**
   * Plays the games in one process unless it dies. Rejects with {@link ContestantsUnusable}, or if something other than
   * a strategy or the network fails. Without games, it only loads the contestants.
   */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const task = new PairTask(pairings);
    this.#unsettled.add(task);
    this.#queue.push(task);
    this.#dispatch();
    return task.result;
  }

  /** Ends all processes at once. Games in progress are lost, and their promises resolve with `undefined`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#startTimer);
    for (const task of this.#unsettled) task.cancel();
    this.#unsettled.clear();
    this.#queue.length = 0;
    await Promise.all(this.#workers.map(async (worker) => worker?.close()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const slot = this.#leastBusySlot();
      if (slot === undefined || (this.#workers[slot]?.pending ?? 0) >= MAX_QUEUED) return;
      const worker = (this.#workers[slot] ??= this.#spawn(slot));
      if (worker === undefined) continue;
      worker.submit(this.#queue.shift()!);
    }
  }

  /** `undefined` if all workers have died, and no other may be started yet. */
  #leastBusySlot(): number | undefined {
    const mayStart = this.#startTimer === undefined;
    const pending = this.#workers.map((worker) => worker?.pending ?? (mayStart ? 0 : Infinity));
    const least = Math.min(...pending);
    return least === Infinity ? undefined : pending.indexOf(least);
  }

  /** Returns nothing if the system refuses; the next attempt follows later. */
  #spawn(slot: number): MatchWorker | undefined {
    try {
      return new MatchWorker(this.#contest, this.#output, {
        played: (task, records) => {
          this.#failedStarts = 0;
          this.#backoff.succeed();
          this.#unsettled.delete(task);
          task.complete(records);
          this.#dispatch();
        },
        unusable: (unusable) => this.#fail(new ContestantsUnusable(unusable)),
        broken: (reason) => this.#fail(toFailure(reason)),
        died: (death) => {
          this.#workers[slot] = undefined;
          this.#onWorkerDeath(death);
        },
        notStarted: (reason, tasks) => {
          this.#workers[slot] = undefined;
          this.#queue.unshift(...tasks);
          this.#startLater(reason);
        },
      });
    } catch (thrown) {
      // A worker needs a file before it has a process.
      this.#startLater(messageOf(thrown));
      return undefined;
    }
  }

  /** Waits before the next worker is started. The other workers take the tasks meanwhile. */
  #startLater(reason: string): void {
    // Workers that were started together fail together.
    if (this.#isClosed || this.#startTimer !== undefined) return;
    if (++this.#failedStarts > MAX_FAILED_STARTS) return this.#fail(toFailure(reason));
    this.#startTimer = setTimeout(() => {
      this.#startTimer = undefined;
      this.#dispatch();
    }, this.#backoff.fail());
    this.#dispatch();
  }

  /**
   * The game in progress has crashed; the rest of its pair and the tasks behind it go back to the queue. If the
   * strategy that misused the channel is unknown, the task is played again and watched.
   */
  #onWorkerDeath({ reason, isByChannel, tasks, lastCall }: WorkerDeath): void {
    const [interrupted] = tasks;
    if (interrupted !== undefined && isByChannel && !interrupted.isWatched) {
      interrupted.isWatched = true;
      this.#queue.unshift(...tasks);
      return this.#dispatch();
    }
    const isExplained = lastCall !== undefined && interrupted?.addCrash(lastCall, reason) === true;
    if (interrupted !== undefined && !isExplained && ++interrupted.unexplainedDeaths >= MAX_UNEXPLAINED_DEATHS) {
      return this.#fail(
        toFailure(`a worker crashed ${MAX_UNEXPLAINED_DEATHS} times in a row outside any strategy: ${reason}`),
      );
    }
    for (const task of tasks) if (task.settleIfComplete()) this.#unsettled.delete(task);
    this.#queue.unshift(...tasks.filter((task) => this.#unsettled.has(task)));
    this.#dispatch();
  }

  #fail(failure: Error): void {
    for (const task of this.#unsettled) task.fail(failure);
    void this.close();
  }

  #check(): void {
    const now = performance.now();
    for (const worker of this.#workers) worker?.check(now);
  }
}

function toFailure(reason: string): Error {
  return new Error(`a process that plays games failed: ${reason}`);
}
