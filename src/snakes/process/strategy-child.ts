/** One child process of a process runner: the jobs it was given, in order, and what became of each. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../errors.js';
import type { CleanMove } from '../../wire/move.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import { isFromChild, toMachineTime, type ToChild } from './messages.js';
import type { ChildStatus, CallOutcome, TurnJob } from '../strategy/runner.js';
import { SupervisedChild, type Priority } from '../../processes/supervised-child.js';

/** How patient a host is with its children; times in ms. */
export interface Patience {
  /** Importing a strategy's file may take this long. */
  readonly load: number;
  /** A job may be over its time by this much before its child is taken for a runaway. */
  readonly grace: number;
}
export const PATIENCE: Patience = { load: 5000, grace: 50 };

/** A strategy is told a deadline this much before the host's, so that an answer on the dot still arrives, in ms. */
const HOMEWARD = 3;

/** A job on its way. Jobs are done in the order in which they were sent, unless the strategy awaits something. */
export interface PendingJob {
  readonly type: 'start' | 'move' | 'end';
  readonly job: TurnJob;
  /** By when it has to be back, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Absent for `start` and `end`, and once the outcome is known. */
  resolve?: ((outcome: CallOutcome) => void) | undefined;
  proposal?: CleanMove | undefined;
  timer?: NodeJS.Timeout | undefined;
  /** It was given to another child before, which died of something else. */
  readonly moved?: boolean;
}

export interface StrategyChildDeps {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly urgency?: Priority | undefined;
  readonly patience: Patience;
  logged(key: string, turn: number, message: string, data: Record<string, unknown> | undefined): void;
  complained(key: string, turn: number, reason: string): void;
  /** The child is gone; `orphans` are the jobs that it leaves undone, the oldest first. */
  exited(child: StrategyChild, reason: string, expected: boolean, orphans: PendingJob[]): void;
}

export class StrategyChild {
  readonly #deps: StrategyChildDeps;
  readonly #child: SupervisedChild<ToChild>;
  readonly #pending = new Map<number, PendingJob>();
  readonly #folder = path.join(tmpdir(), `serpentarium-${randomUUID()}`);
  readonly #loadTimer: NodeJS.Timeout;
  #lastId = 0;
  #state: 'loading' | 'loaded' | 'gone' = 'loading';
  #settleLoading!: (shape: StrategyShape | string) => void;
  /** The strategy's exports, or the reason why it cannot be loaded. Never rejects. */
  readonly loading: Promise<StrategyShape | string>;
  /** Games that are played here. */
  readonly games = new Set<string>();

  constructor(deps: StrategyChildDeps) {
    this.#deps = deps;
    this.loading = new Promise((resolve) => (this.#settleLoading = resolve));
    this.#child = new SupervisedChild<ToChild>({
      program: new URL('./child-main.js', import.meta.url),
      env: deps.env,
      memoryMb: deps.memoryMb,
      priority: deps.urgency,
      received: (message) => this.#receive(message),
      exited: (reason, expected) => this.#exit(reason, expected),
    });
    const { load } = deps.patience;
    this.#loadTimer = setTimeout(
      () => this.#giveUp(`it had not loaded after ${load} ms. Does it loop when it is imported?`),
      load,
    );
    this.#child.send({ type: 'load', code: deps.code, folder: this.#folder });
  }

  get pid(): number {
    return this.#child.pid;
  }

  #wasLoaded = false;
  #wasUseful = false;

  /** Whether the strategy has been loaded here, be it that the child is gone since. */
  get wasLoaded(): boolean {
    return this.#wasLoaded;
  }

  /** Whether the child has ever come back from a job. */
  get wasUseful(): boolean {
    return this.#wasUseful;
  }

  setOptions(options: Record<string, unknown>): void {
    this.#child.send({ type: 'options', options });
  }

  /** Gives the child something to do. A `move` is settled at its deadline, come what may. */
  post(pending: PendingJob): void {
    const id = ++this.#lastId;
    const { type, job, deadline } = pending;
    try {
      const { key, request, text, lastTurn } = job;
      const turn = { id, key, request, text, lastTurn };
      if (type === 'move') this.#child.send({ type, ...turn, deadline: toMachineTime(deadline - HOMEWARD) });
      else this.#child.send({ type, ...turn });
    } catch (thrown) {
      return settle(pending, { kind: 'failed', reason: `the request cannot be handed over: ${messageOf(thrown)}` });
    }
    this.#pending.set(id, pending);
    pending.timer = setTimeout(() => this.#overdue(pending), Math.max(0, deadline - performance.now()));
  }

  forget(key: string): void {
    this.games.delete(key);
    this.#child.send({ type: 'forget', key });
  }

  kill(reason: string, expected = false): void {
    this.#child.kill(reason, expected);
  }

  gone(): Promise<void> {
    return this.#child.gone();
  }

  status(): ChildStatus {
    const state = this.#state === 'loading' ? 'loading' : this.#pending.size > 0 ? 'busy' : 'idle';
    return { pid: this.pid, state, games: this.games.size, memoryMb: Math.round(this.#child.memoryMb) };
  }

  /**
   * Timers run before messages are read: if the host itself was late, the answer may lie in the channel. So the loop turns
   * once more before the job counts as late.
   */
  #overdue(pending: PendingJob): void {
    setImmediate(() => {
      settle(pending, { kind: 'late', reason: 'move had not returned at its deadline', proposal: pending.proposal });
      this.#suspect(pending);
    });
  }

  #suspect(pending: PendingJob): void {
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => setImmediate(() => this.#killRunaway()), this.#deps.patience.grace);
  }

  /**
   * A job whose time was over before its turn came has had nobody look after it, and is the one at work now. Its time may
   * have ended this very millisecond, before its own timer: then it is not settled yet.
   */
  #suspectNext(): void {
    const [oldest] = this.#pending.values();
    if (oldest !== undefined && performance.now() >= oldest.deadline) this.#overdue(oldest);
  }

  /** Only the oldest job can be what keeps the child busy; the others may just be waiting behind it. */
  #killRunaway(): void {
    const [oldest] = this.#pending.values();
    const { grace } = this.#deps.patience;
    if (oldest === undefined || this.#state === 'loading') return;
    // Half of it, for timers fire up to a millisecond early. A younger one has a timer of its own.
    if (performance.now() < oldest.deadline + grace / 2) return;
    this.kill(
      `${oldest.type} had not returned ${grace} ms after its ${oldest.type === 'move' ? 'deadline' : 'allowance'}`,
    );
  }

  #giveUp(reason: string): void {
    this.#settleLoading(reason);
    this.kill(`the strategy cannot be loaded: ${reason}`);
  }

  #receive(message: unknown): void {
    if (!isFromChild(message)) return;
    switch (message.type) {
      case 'loaded':
        clearTimeout(this.#loadTimer);
        this.#state = 'loaded';
        this.#wasLoaded = true;
        this.#suspectNext();
        return this.#settleLoading(message.shape);
      case 'broken':
        return this.#giveUp(message.reason);
      case 'proposed': {
        const pending = this.#pending.get(message.id);
        if (pending !== undefined) pending.proposal = message.proposal;
        return;
      }
      case 'done':
        return this.#done(message.id, message.outcome);
      case 'logged':
        return this.#deps.logged(message.key, message.turn, message.message, message.data);
      case 'complained':
        return this.#deps.complained(message.key, message.turn, message.reason);
    }
  }

  #done(id: number, outcome: CallOutcome | undefined): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    this.#child.calm();
    this.#wasUseful = true;
    settle(pending, outcome ?? { kind: 'failed', reason: 'its process said that it is done, but not with what' });
    this.#suspectNext();
  }

  #exit(reason: string, expected: boolean): void {
    clearTimeout(this.#loadTimer);
    this.#settleLoading(reason);
    // A child that was killed while it loaded has left its folder behind.
    if (this.#state === 'loading') rm(this.#folder, { recursive: true, force: true }, () => undefined);
    this.#state = 'gone';
    const orphans = [...this.#pending.values()];
    this.#pending.clear();
    for (const orphan of orphans) clearTimeout(orphan.timer);
    this.#deps.exited(this, reason, expected, orphans);
  }
}

/** Tells who waits for a `move`, once. */
export function settle(pending: PendingJob, outcome: CallOutcome): void {
  const { resolve } = pending;
  pending.resolve = undefined;
  resolve?.(outcome);
}
