/** The processes that play the games of a match: one for each core, each with tasks queued, replaced when it dies. */
import type { GameRecord } from '../match/game-record.js';
import type { GamePlayer } from '../match/match.js';
import type { Pairing } from '../match/pairing.js';
import type { TracedCall } from './call-trace.js';
import { MatchWorker, type MatchWorkerOptions } from './match-worker.js';
import { PairTask } from './pair-task.js';

/** Tasks that a worker has at once: it begins the next while the result of the last one is on its way. */
const MAX_QUEUED = 3;
/** Interval of the stall check, in ms. */
const CHECK_INTERVAL_MS = 50;
/** Deaths of workers between two calls that a task survives. */
const MAX_UNEXPLAINED_DEATHS = 3;

/** What a pool is made of. */
export interface MatchWorkerPoolOptions extends MatchWorkerOptions {
  /** Number of processes. */
  readonly concurrency: number;
}

/**
 * Plays pairs in child processes.
 *
 * - Owns the workers and the queue of tasks. Workers are started when there is work for them.
 * - Guarantees that each pair is answered: a game whose strategy kills its worker counts as that strategy's crash, and
 *   the rest of the pair goes to another worker.
 * - Never plays a game in its own process, and never blames a strategy for a death that happened outside of its calls.
 */
export class MatchWorkerPool implements GamePlayer {
  readonly #options: MatchWorkerPoolOptions;
  readonly #workers: (MatchWorker | undefined)[];
  readonly #queue: PairTask[] = [];
  /** The tasks queued and those being played. */
  readonly #unsettled = new Set<PairTask>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: MatchWorkerPoolOptions) {
    this.#options = options;
    this.#workers = Array.from({ length: options.concurrency }, () => undefined);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
  }

  /** Plays the games in one process unless it dies. Rejects if something other than a strategy or the network fails. */
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
    for (const task of this.#unsettled) task.cancel();
    this.#unsettled.clear();
    this.#queue.length = 0;
    await Promise.all(this.#workers.map(async (worker) => worker?.close()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const slot = this.#leastBusySlot();
      if ((this.#workers[slot]?.pending ?? 0) >= MAX_QUEUED) return;
      const worker = (this.#workers[slot] ??= this.#spawn(slot));
      worker.submit(this.#queue.shift()!);
    }
  }

  #leastBusySlot(): number {
    const pending = this.#workers.map((worker) => worker?.pending ?? 0);
    return pending.indexOf(Math.min(...pending));
  }

  #spawn(slot: number): MatchWorker {
    return new MatchWorker(this.#options, {
      played: (task, records) => {
        this.#unsettled.delete(task);
        task.complete(records);
        this.#dispatch();
      },
      broken: (reason) => this.#fail(reason),
      died: (reason, tasks, lastCall) => {
        this.#workers[slot] = undefined;
        this.#onWorkerDeath(reason, tasks, lastCall);
      },
    });
  }

  /** The game in progress has crashed; the rest of its pair and the tasks behind it go back to the queue. */
  #onWorkerDeath(reason: string, tasks: readonly PairTask[], lastCall: TracedCall | undefined): void {
    const [interrupted] = tasks;
    const isExplained = lastCall !== undefined && interrupted?.addCrash(lastCall, reason) === true;
    if (interrupted !== undefined && !isExplained && ++interrupted.unexplainedDeaths >= MAX_UNEXPLAINED_DEATHS) {
      return this.#fail(`${reason}, ${MAX_UNEXPLAINED_DEATHS} times in a row, while no strategy was being called`);
    }
    for (const task of tasks) if (task.settleIfComplete()) this.#unsettled.delete(task);
    this.#queue.unshift(...tasks.filter((task) => this.#unsettled.has(task)));
    this.#dispatch();
  }

  #fail(reason: string): void {
    for (const task of this.#unsettled) task.fail(new Error(`a process that plays games failed: ${reason}`));
    void this.close();
  }

  #check(): void {
    const now = performance.now();
    for (const worker of this.#workers) worker?.check(now);
  }
}
