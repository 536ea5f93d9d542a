/** The calls to a child process: `start`, `move` and `end` of a game, and `ponder` between its turns. */
import { CpuSpan } from '../../processes/proc.js';
import type { CleanMove } from '../../wire/move.js';
import type { Worker } from '../schedule/idle-cores.js';
import { withLog, type AnsweredTurn, type CallOutcome, type TurnJob } from '../strategy/runner.js';
import { Overtime, type Allowance, type Lateness } from './overtime.js';

/**
 * The CPU time of a move is measured after this time in ms, or a quarter of its budget: most moves are over by then,
 * and cost no system call.
 */
const WATCHED_AFTER_MS = 10;

export interface CallChild extends Worker {
  /** Whether it runs, or would run if it had a core. */
  readonly isReady: boolean;
  /** How many CPU-bound games share a core. */
  readonly oversubscription: number;
  /** Why a call was not answered by its deadline. */
  lateness(call: ChildCall): Lateness;
  /** Called when the deadline of one of its calls has passed. */
  expired(call: ChildCall): void;
  /** Makes the call. Resolves with nothing when it is done. Returns nothing if there is nothing to wait for. */
  call(call: ChildCall, until?: number): Promise<Orphaned | undefined> | undefined;
}

/** The child exited before it did the call. */
export interface Orphaned {
  readonly reason: string;
  /** Whether another child may do it: this call did not kill its child. */
  readonly mayRetry: boolean;
}

/** A task of a child, and when the child counts as stuck in it. */
export abstract class Task {
  abstract readonly kind: 'start' | 'move' | 'end' | 'ponder';
  /** On the clock of `performance.now()`. */
  due: number;
  #overtimes: { due?: Overtime; gone?: Overtime } = {};

  constructor(due: number) {
    this.due = due;
  }

  /** How much longer it may take, measured from the first look on. `gone`: since its client disconnected. */
  look(why: 'due' | 'gone', grace: number, child: CallChild): Allowance {
    const overtime = (this.#overtimes[why] ??= new Overtime(child));
    return overtime.look(grace, child.oversubscription);
  }

  /** Another child continues. */
  protected forgetOvertimes(): void {
    this.#overtimes = {};
  }
}

/** A `ponder`: any other call to its child ends it. */
export class PonderCall extends Task {
  readonly kind = 'ponder';
  readonly answered: AnsweredTurn;
  isStopped = false;
  timer: NodeJS.Timeout | undefined;
  /** Called once, when the child has returned or exited. `isDone`: it returned without being stopped. */
  onDone!: (isDone: boolean) => void;

  constructor(answered: AnsweredTurn, due: number) {
    super(due);
    this.answered = answered;
  }
}

/**
 * A `start`, `move` or `end`, from the request until its child is done.
 *
 * Guarantees that a `move` has one outcome, at the deadline at the latest. Its child may take longer.
 */
export class ChildCall extends Task {
  readonly kind: 'start' | 'move' | 'end';
  readonly job: TurnJob;
  /** When it was requested, and when it is due, on the clock of `performance.now()`. */
  readonly since = performance.now();
  readonly deadline: number;
  /** The child's CPU time since shortly after the call was requested, and whether it was ready to run then. */
  span: CpuSpan | undefined;
  wasReady = false;
  /** The child that has the call, or will have it when a core is free. */
  child: CallChild | undefined;
  /** Its number in its child; 0 while it waits for a core. */
  id = 0;
  /** The strategy's latest proposal. */
  proposal: CleanMove | undefined;
  /** What the strategy has logged so far. */
  readonly log: string[] = [];
  /** Whether its client disconnected while a child had it. */
  isAbandoned = false;
  /** The outcome of a `move`; never settles for other calls. */
  readonly outcome: Promise<CallOutcome>;
  /** Called once by each child that had it: with nothing when it is done. */
  onDone!: (orphaned?: Orphaned) => void;
  #resolve: ((outcome: CallOutcome) => void) | undefined;
  #timer: NodeJS.Timeout;

  constructor(kind: ChildCall['kind'], job: TurnJob, deadline: number) {
    super(deadline);
    this.kind = kind;
    this.job = job;
    this.deadline = deadline;
    this.outcome = kind === 'move' ? new Promise((resolve) => (this.#resolve = resolve)) : NEVER;
    const wait = kind === 'move' ? Math.min(WATCHED_AFTER_MS, this.budget / 4) : this.budget;
    this.#timer = setTimeout(() => this.#wait(), Math.max(0, wait));
  }

  /** Its time, in ms. */
  get budget(): number {
    return this.deadline - this.since;
  }

  /** Whether its outcome is still awaited. */
  get isAwaited(): boolean {
    return this.#resolve !== undefined;
  }

  /** Assigns it to a child: with its number there, or 0 while it waits for a core. */
  enter(child: CallChild, id = 0): void {
    const isOther = this.child !== child;
    this.child = child;
    this.id = id;
    this.forgetOvertimes();
    if (isOther && this.span !== undefined) this.watch();
  }

  /** If this timer fires late, the host was blocked: then it skips measuring the child. */
  #wait(): void {
    const left = this.deadline - performance.now();
    if (left <= 0) return this.expire();
    if (left > this.budget / 4) this.watch();
    this.#timer = setTimeout(() => this.expire(), left);
  }

  watch(): void {
    if (this.child === undefined) return;
    this.span = new CpuSpan(this.child);
    this.wasReady = this.child.isReady;
  }

  /** Settles the outcome, once. A strategy that was late may add its notes afterwards. */
  answer(given: CallOutcome): void {
    const outcome = withLog(given, this.log);
    const resolve = this.#resolve;
    this.#resolve = undefined;
    if (resolve !== undefined) resolve(outcome);
    else if (outcome.note !== undefined) this.job.onLateNote?.(outcome.note);
  }

  /** Clears its timers. */
  close(): void {
    clearTimeout(this.#timer);
    this.id = -1;
  }

  /**
   * Its deadline has passed. Timers run before messages are read: if the host itself was late, the answer may already
   * wait in the channel. So the loop runs one more turn before the move counts as late.
   */
  expire(): void {
    setImmediate(() => {
      if (this.id < 0) return;
      const { child, proposal } = this;
      const late = this.id === 0 && child!.isFree ? NO_CORE : child!.lateness(this);
      this.answer({ kind: 'late', ...late, proposal });
      if (this.id > 0) child!.expired(this);
    });
  }
}

const NEVER = new Promise<never>(() => undefined);

const NO_CORE: Lateness = { cause: 'machine', reason: 'no core was free for it before its deadline' };
