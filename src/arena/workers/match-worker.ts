/**
 * One child process that plays games of a match, as the parent sees it: its tasks, and the check that its calls return.
 */
import { nodeProgram } from '../../processes/program.js';
import { formatLast, SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { END_ALLOWANCE, START_ALLOWANCE } from '../../snakes/strategy/runner.js';
import type { GameRecord } from '../contest/game-record.js';
import {
  CPU_ALLOWANCE,
  type Contest,
  type Contestant,
  type Pairing,
  type UnusableContestant,
} from '../contest/contest.js';
import { CallTraceReader, type CallName, type TracedCall } from './call-trace.js';
import { isFromMatchWorker, type FromMatchWorker, type ToMatchWorker } from './worker-messages.js';
import { faultOfSource } from '../../config/snake-faults.js';
import { variablesOf } from '../../config/types.js';

/** A call that is late by this much counts as stuck, in ms. A busy machine delays a process far less. */
const STALL_GRACE_MS = 1000;

/** Least time for a call, in ms. Loading has more than a host gives it: all workers load at the same time. */
const ALLOWANCES_MS = { load: 20_000, start: START_ALLOWANCE, move: 0, end: END_ALLOWANCE, ponder: 0 };

export interface WorkerDeath {
  readonly reason: string;
  /** Whether the parent ended it because of an invalid message on its channel. */
  readonly isByChannel: boolean;
  /** Unfinished tasks, the oldest first. */
  readonly tasks: readonly PairTask[];
  /** The last call of the first task, if any is known. */
  readonly lastCall: TracedCall | undefined;
}

interface MatchWorkerDeps {
  /** All games of a task are played; `records` has the records of its remaining games, in order. */
  readonly played: (task: PairTask, records: readonly GameRecord[]) => void;
  /** The process exited without being stopped. */
  readonly died: (death: WorkerDeath) => void;
  /** The system did not start the process. No task was begun. */
  readonly notStarted: (reason: string, tasks: readonly PairTask[]) => void;
  /** Contestants cannot be loaded: no game is to blame. */
  readonly unusable: (unusable: readonly UnusableContestant[]) => void;
  /** Something else than a contestant failed. */
  readonly broken: (reason: string) => void;
}

/**
 * A child process and its tasks.
 *
 * - Owns the process, its call trace and the queue of tasks, which the process plays one after the other.
 * - Guarantees that a call that does not return ends the process, if {@link MatchWorker.check} is called.
 * - Never decides what a death means for a game, and never starts a process again: that is up to the pool.
 */
export class MatchWorker {
  readonly #contest: Contest;
  readonly #deps: MatchWorkerDeps;
  readonly #child: SupervisedChild<ToMatchWorker, FromMatchWorker>;
  readonly #trace = new CallTraceReader();
  readonly #tasks: PairTask[] = [];
  #tasksDone = 0;
  /** The last announced call of a watched task. */
  #announced: TracedCall | undefined;
  #state: 'loading' | 'playing' = 'loading';
  /**
   * The number of the last call, and since when it has been the last one, in ms on the clock of `performance.now()`.
   */
  #seen = { count: 0, since: performance.now() };

  /** @param output the folder where games are written as lines of JSON. */
  constructor(contest: Contest, output: string | undefined, deps: MatchWorkerDeps) {
    this.#contest = contest;
    this.#deps = deps;
    const { contestants, game } = contest;
    const memoryMb = memoryOf(contestants);
    this.#child = new SupervisedChild<ToMatchWorker, FromMatchWorker>({
      program: nodeProgram(new URL('./worker-main.js', import.meta.url), memoryMb),
      env: environmentOf(contestants),
      memoryMb,
      read: (value) => (isFromMatchWorker(value) ? value : undefined),
      received: (message) => this.#receive(message),
      exited: (exit) => this.#onExit(exit),
    });
    const { file: trace, folder } = this.#trace;
    this.#child.send({ type: 'load', contestants, game, trace, folder, ...(output !== undefined && { output }) });
  }

  get pending(): number {
    return this.#tasks.length;
  }

  /** Plays the remaining games of the task after all tasks submitted before. */
  submit(task: PairTask): void {
    if (this.#tasks.length === 0) this.#seen.since = performance.now();
    this.#tasks.push(task);
    this.#child.send({ type: 'play', pairings: task.remaining, isWatched: task.isWatched });
  }

  /** Kills the process if it is stalled. Call it periodically, with the time of `performance.now()`. */
  check(now: number): void {
    const lastCall = this.#trace.read();
    const count = lastCall?.count ?? 0;
    if (count !== this.#seen.count) this.#seen = { count, since: now };
    if (this.#tasks.length === 0) return;
    const { call } = lastCall ?? { call: 'load' };
    if (now - this.#seen.since > this.#allowance(call) + STALL_GRACE_MS) {
      this.#child.kill(
        call === 'load'
          ? `it had not loaded after ${ALLOWANCES_MS.load} ms. Does it loop when it is imported?`
          : `${call} had not returned ${STALL_GRACE_MS} ms after its deadline`,
      );
    }
  }

  /** Ends the process; resolves when it has exited. */
  async close(): Promise<void> {
    this.#child.stop('all games are played');
    await this.#child.gone();
  }

  /** Time for a call, in ms. A snake behind a URL has the timeout for each of them. */
  #allowance(call: CallName): number {
    const { timeout, ponder = 0, clock } = this.#contest.game;
    const factor = clock === 'cpu' ? CPU_ALLOWANCE : 1;
    return Math.max(factor * (call === 'ponder' ? ponder : timeout), ALLOWANCES_MS[call]);
  }

  #receive(message: FromMatchWorker): void {
    switch (message.type) {
      case 'unusable':
        if (this.#state === 'loading') this.#deps.unusable(message.unusable);
        return;
      case 'loaded':
        this.#state = 'playing';
        this.#trace.unlink();
        this.#seen.since = performance.now();
        return;
      case 'broken':
        return this.#deps.broken(message.reason);
      case 'calling':
        return this.#onCalling(message.call);
      case 'played': {
        const [task] = this.#tasks;
        // A strategy shares the process and can forge such a message.
        if (task === undefined || message.records.length !== task.remaining.length) return;
        this.#child.resetLimits();
        this.#tasksDone += 1;
        this.#announced = undefined;
        this.#tasks.shift();
        return this.#deps.played(task, message.records);
      }
    }
  }

  /** An announcement that repeats a call is not counted: such messages are a flood like any other. */
  #onCalling(call: TracedCall): void {
    if (call.count <= (this.#announced?.count ?? 0)) return;
    this.#announced = call;
    this.#child.resetLimits();
  }

  #onExit({ kind, reason, fault }: ChildExit): void {
    const traced = this.#trace.read();
    const printed = formatLast(this.#trace.readPrinted());
    this.#trace.close();
    if (kind === 'stopped') return;
    if (fault === 'start') return this.#deps.notStarted(reason, this.#tasks);
    if (this.#state === 'loading') {
      const contestant = this.#contest.contestants[traced?.seat ?? -1];
      if (contestant?.kind !== 'local') return this.#deps.broken(reason);
      return this.#deps.unusable([{ contestant: traced!.seat, ...faultOfSource(contestant.config, reason + printed) }]);
    }
    // The worker continues while a bad line is in the channel: only the order on the channel shows who wrote it.
    const isByChannel = fault === 'channel';
    const lastCall = isByChannel ? this.#announced : traced;
    this.#deps.died({
      reason: reason + printed,
      isByChannel,
      tasks: this.#tasks,
      lastCall: lastCall?.tasksDone === this.#tasksDone ? lastCall : undefined,
    });
  }
}

/** Memory of a worker besides its strategies, in MB. */
const WORKER_MEMORY_MB = 128;

/** The names of the environment variables that the strategies of a contest need. */
export function environmentNamesOf(contestants: readonly Contestant[]): string[] {
  return [...new Set(contestants.flatMap((one) => (one.kind === 'local' ? variablesOf(one.config) : [])))];
}

/** The environment that the strategies of a contest see: one for all, because they share their processes. */
function environmentOf(contestants: readonly Contestant[]): Record<string, string> {
  const given = environmentNamesOf(contestants).map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/** Memory limit of a worker that plays them all, in MB. */
export function memoryOf(contestants: readonly Contestant[]): number {
  return contestants.reduce(
    (sum, one) => sum + (one.kind === 'local' ? one.config.memory / 1024 ** 2 : 0),
    WORKER_MEMORY_MB,
  );
}

/**
 * The games of a pair, with the records of finished ones. It owns the promise that {@link WorkerPool.play} returns:
 * `result` settles once. A game that has a record is never played again.
 */
export class PairTask {
  /** The records in the order of the pairings; `undefined` if the task was cancelled. */
  readonly result: Promise<readonly GameRecord[] | undefined>;
  /** Deaths of a worker between two calls of this task: no strategy is to blame. */
  unexplainedDeaths = 0;
  /**
   * A strategy has misused the channel of a worker that played this task. When it is played again, the worker announces
   * each call on the channel, which shows whose call it was.
   */
  isWatched = false;
  readonly #pairings: readonly Pairing[];
  readonly #records: (GameRecord | undefined)[];
  #resolve!: (records: readonly GameRecord[] | undefined) => void;
  #reject!: (reason: Error) => void;

  constructor(pairings: readonly Pairing[]) {
    this.#pairings = pairings;
    this.#records = pairings.map(() => undefined);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get remaining(): readonly Pairing[] {
    return this.#pairings.filter((_, index) => this.#records[index] === undefined);
  }

  /** Adds the records of all remaining games, in order, and settles the task. */
  complete(records: readonly GameRecord[]): void {
    let next = 0;
    this.#resolve(this.#records.map((record) => record ?? records[next++]!));
  }

  /** Counts the game of this call as crashed. Returns whether the task has such a game. */
  addCrash({ game, seat, turn }: TracedCall, reason: string): boolean {
    const index = this.#pairings.findIndex((pairing) => pairing.game === game);
    if (index < 0) return false;
    this.#records[index] = { kind: 'crashed', seat, reason, seed: this.#pairings[index]!.seed, turn };
    return true;
  }

  /** Settles the task if all games have a record; returns whether they do. */
  settleIfComplete(): boolean {
    const records = this.#records.filter((record) => record !== undefined);
    if (records.length < this.#records.length) return false;
    this.#resolve(records);
    return true;
  }

  /** Settles without records. */
  cancel(): void {
    this.#resolve(undefined);
  }

  fail(reason: Error): void {
    this.#reject(reason);
  }
}
