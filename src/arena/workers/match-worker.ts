/**
 * One child process that plays games of a match, seen from the parent: its tasks, and the check that its calls return.
 */
import { nodeProgram } from '../../processes/program.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { END_ALLOWANCE, START_ALLOWANCE } from '../../snakes/strategy/runner.js';
import type { GameRecord } from '../contest/game-record.js';
import type { Contest, Contestant } from '../contest/contest.js';
import { CallTraceReader, type CallName, type TracedCall } from './call-trace.js';
import type { PairTask } from './pair-task.js';
import { isFromMatchWorker, type FromMatchWorker, type ToMatchWorker } from './worker-messages.js';
import { variablesOf } from '../../snakes/mount-snake.js';

/** Time for importing the strategies, in ms. All were imported once before, so a slow import is a busy machine. */
const LOAD_ALLOWANCE_MS = 60_000;
/** A call that is late by this much does not return, in ms. A busy machine holds up a process for far less. */
const STALL_GRACE_MS = 1000;

const ALLOWANCES_MS = { start: START_ALLOWANCE, move: 0, end: END_ALLOWANCE, ponder: 0 };

export interface WorkerDeath {
  readonly reason: string;
  /** What was written to its channel made the parent end it. */
  readonly isByChannel: boolean;
  /** Tasks that are not done, the oldest first. */
  readonly tasks: readonly PairTask[];
  /** The call that the first of them was in, if it was in one and that is known. */
  readonly lastCall: TracedCall | undefined;
}

interface MatchWorkerDeps {
  /** All games of a task are played; `records` are those of its remaining games, in their order. */
  readonly played: (task: PairTask, records: readonly GameRecord[]) => void;
  /** The process is gone and nobody ended it on purpose. */
  readonly died: (death: WorkerDeath) => void;
  /** The system did not start the process. No task was begun. */
  readonly notStarted: (reason: string, tasks: readonly PairTask[]) => void;
  /** The strategies cannot be loaded: no game is to blame for that. */
  readonly broken: (reason: string) => void;
}

/**
 * A child process and the tasks it was given.
 *
 * - Owns the process, its call trace and the queue of tasks, which the process plays one after the other.
 * - Guarantees that a call that does not return ends the process, as long as {@link MatchWorker.check} is called.
 * - Never decides what a death means for a game, and never starts a process again: that is up to the pool.
 */
export class MatchWorker {
  readonly #contest: Contest;
  readonly #deps: MatchWorkerDeps;
  readonly #child: SupervisedChild<ToMatchWorker, FromMatchWorker>;
  readonly #trace = new CallTraceReader();
  readonly #tasks: PairTask[] = [];
  #tasksDone = 0;
  /** The last call announced of a task that is watched. */
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
      isMessage: isFromMatchWorker,
      received: (message) => this.#receive(message),
      exited: (exit) => this.#onExit(exit),
    });
    const { file: trace, folder } = this.#trace;
    this.#child.send({ type: 'load', contestants, game, trace, folder, ...(output !== undefined && { output }) });
  }

  get pending(): number {
    return this.#tasks.length;
  }

  /** Has the remaining games of the task played after all tasks submitted before. */
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
    const unchanged = now - this.#seen.since;
    if (this.#state === 'loading') {
      if (unchanged > LOAD_ALLOWANCE_MS) {
        this.#child.kill(`the strategies had not loaded after ${LOAD_ALLOWANCE_MS} ms`);
      }
    } else if (lastCall !== undefined && unchanged > this.#allowance(lastCall.call) + STALL_GRACE_MS) {
      this.#child.kill(`${lastCall.call} had not returned ${STALL_GRACE_MS} ms after its deadline`);
    }
  }

  /** Ends the process; resolves when it is gone. */
  async close(): Promise<void> {
    this.#child.stop('all games are played');
    await this.#child.gone();
  }

  /** Time that a call may take, in ms. A snake behind a URL has the timeout for each of them. */
  #allowance(call: CallName): number {
    const { timeout, ponder = 0 } = this.#contest.game;
    return Math.max(call === 'ponder' ? ponder : timeout, ALLOWANCES_MS[call]);
  }

  #receive(message: FromMatchWorker): void {
    switch (message.type) {
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
        // A strategy shares the process and can send such a message, too.
        if (task === undefined || message.records.length !== task.remaining.length) return;
        this.#child.resetLimits();
        this.#tasksDone += 1;
        this.#announced = undefined;
        this.#tasks.shift();
        return this.#deps.played(task, message.records);
      }
    }
  }

  /** A call that is no news is not counted as one: such messages are a flood like any other. */
  #onCalling(call: TracedCall): void {
    if (call.count <= (this.#announced?.count ?? 0)) return;
    this.#announced = call;
    this.#child.resetLimits();
  }

  #onExit({ kind, reason, fault }: ChildExit): void {
    const traced = this.#trace.read();
    this.#trace.close();
    if (kind === 'stopped') return;
    if (fault === 'start') return this.#deps.notStarted(reason, this.#tasks);
    if (this.#state === 'loading') return this.#deps.broken(reason);
    // The worker goes on while a bad line is on its way: only the order on the channel shows whose it was.
    const isByChannel = fault === 'channel';
    const lastCall = isByChannel ? this.#announced : traced;
    this.#deps.died({
      reason,
      isByChannel,
      tasks: this.#tasks,
      lastCall: lastCall?.tasksDone === this.#tasksDone ? lastCall : undefined,
    });
  }
}

/** Memory of a worker besides what the strategies may take, in MB. */
const WORKER_MEMORY_MB = 128;

/** The names of the environment variables that the strategies of a contest ask for. */
export function environmentNamesOf(contestants: readonly Contestant[]): string[] {
  return [...new Set(contestants.flatMap((one) => (one.kind === 'local' ? variablesOf(one.config) : [])))];
}

/** The environment that the strategies of a contest see: one for all, because they share their processes. */
function environmentOf(contestants: readonly Contestant[]): Record<string, string> {
  const given = environmentNamesOf(contestants).map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/** What a worker that plays them all may take, in MB. */
export function memoryOf(contestants: readonly Contestant[]): number {
  return contestants.reduce(
    (sum, one) => sum + (one.kind === 'local' ? one.config.memory / 1024 ** 2 : 0),
    WORKER_MEMORY_MB,
  );
}
