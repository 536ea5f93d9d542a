/** What a child process is asked: the `start`, `move` and `end` of a game, and the `ponder` between its turns. */
import { CpuSpan } from '../../processes/cpu-span.js';
import type { CleanMove } from '../../wire/move.js';
import type { Worker } from '../schedule/idle-cores.js';
import type { AnsweredTurn, CallOutcome, TurnJob } from '../strategy/runner.js';
import type { Lateness } from './lateness.js';
import { Overtime, type Allowance } from './overtime.js';

/**
 * What the child of a move does is measured from when it has run for this long, in ms, or for a quarter of its time:
 * most moves are over before, and cost no look at a process.
 */
const WATCHED_AFTER_MS = 10;

/** The child of a call, as the call sees it. */
export interface CallChild extends Worker {
  /** Whether it runs, or would if it had a core. */
  readonly isReady: boolean;
  /** How many CPU-bound games share a core. */
  readonly oversubscription: number;
  /** Why a call that it has, or will have, was not answered by its deadline. */
  lateness(call: ChildCall): Lateness;
  /** The deadline of a call that it has has passed. */
  expired(call: ChildCall): void;
  /** Does the call. Resolves with nothing when it is done with that. Returns nothing if there is none to wait for. */
  call(call: ChildCall, until?: number): Promise<Orphaned | undefined> | undefined;
}

/** The child of a call is gone, and has not done it. */
export interface Orphaned {
  readonly reason: string;
  /** Whether another child may do it: it was not this call that the child died of. */
  readonly isInnocent: boolean;
}

/** What a child does, and from when on it counts as stuck with it. */
export abstract class Task {
  abstract readonly kind: 'start' | 'move' | 'end' | 'ponder';
  /** On the clock of `performance.now()`. */
  due: number;
  #overtimes: { due?: Overtime; gone?: Overtime } = {};

  constructor(due: number) {
    this.due = due;
  }

  /** How much longer it may take; measured from the first look on. `gone`: since its client has. */
  look(why: 'due' | 'gone', grace: number, child: CallChild): Allowance {
    const overtime = (this.#overtimes[why] ??= new Overtime(child));
    return overtime.look(grace, child.oversubscription);
  }

  /** Another child does it. */
  protected forgetOvertimes(): void {
    this.#overtimes = {};
  }
}

/** A `ponder`: whatever else its child is given ends it. */
export class PonderCall extends Task {
  readonly kind = 'ponder';
  readonly answered: AnsweredTurn;
  isStopped = false;
  timer: NodeJS.Timeout | undefined;
  /** Called once, when the child has returned or is gone. `isDone`: it has returned by itself. */
  over!: (isDone: boolean) => void;

  constructor(answered: AnsweredTurn, due: number) {
    super(due);
    this.answered = answered;
  }
}

/**
 * A `start`, `move` or `end`, from when it is wanted until its child is done with it.
 *
 * Guarantees that whoever waits for a `move` has one outcome, at the deadline at the latest. Its child may take longer.
 */
export class ChildCall extends Task {
  readonly kind: 'start' | 'move' | 'end';
  readonly job: TurnJob;
  /** When it was wanted, and when it has to be done, on the clock of `performance.now()`. */
  readonly since = performance.now();
  readonly deadline: number;
  /** What its child has done since shortly after it was wanted, and whether it wanted to run then. */
  span: CpuSpan | undefined;
  wasReady = false;
  /** The child that has it, or will when there is a core. */
  child: CallChild | undefined;
  /** Its number in its child; 0 while it waits for a core. */
  id = 0;
  /** The strategy's latest proposal. */
  proposal: CleanMove | undefined;
  /** Whether its client has gone while a child had it. */
  isAbandoned = false;
  /** Of a `move`; never settles for the others. */
  readonly outcome: Promise<CallOutcome>;
  /** Called once by each child that was given it: with nothing when it is done. */
  over!: (orphaned?: Orphaned) => void;
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

  /** The time that it was given, in ms. */
  get budget(): number {
    return this.deadline - this.since;
  }

  /** Whether somebody waits for its outcome. */
  get isAwaited(): boolean {
    return this.#resolve !== undefined;
  }

  /** It is this child's: its number there, or 0 if it waits for a core. */
  enter(child: CallChild, id = 0): void {
    const isOther = this.child !== child;
    this.child = child;
    this.id = id;
    this.forgetOvertimes();
    if (isOther && this.span !== undefined) this.watch();
  }

  /** A host that comes here late was held up itself, and has not seen what the child did. */
  #wait(): void {
    const left = this.deadline - performance.now();
    if (left <= 0) return this.expire();
    if (left > this.budget / 4) this.watch();
    this.#timer = setTimeout(() => this.expire(), left);
  }

  /** Measures what its child does from now on. */
  watch(): void {
    if (this.child === undefined) return;
    this.span = new CpuSpan(this.child);
    this.wasReady = this.child.isReady;
  }

  /** Gives the outcome to its caller, once. A strategy that was late may bring its notes after it. */
  answer(outcome: CallOutcome): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    if (resolve !== undefined) resolve(outcome);
    else if (outcome.note !== undefined) this.job.onLateNote?.(outcome.note);
  }

  /** It is over: no timer runs any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.id = -1;
  }

  /**
   * Its deadline has passed. Timers run before messages are read: if the host itself was late, the answer may already
   * wait in the channel. So the loop turns once more before it counts as late.
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
