/** One child process of a snake: its queue of calls, in order, and when one of them gets it killed. */
import { messageOf } from '../../errors/errors.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { keepLine } from '../../wire/note.js';
import { toLogLine } from '../snake-report.js';
import { ABANDONED, type CallOutcome, type ChildStatus, type TurnJob } from '../strategy/runner.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import type { CallChild, ChildCall, Orphaned, PonderCall, Task } from './child-call.js';
import type { CountedChild } from './child-ceiling.js';
import { TIMEOUTS, type ChildSpec, type ChildTimeouts, type Dialect } from './child-spec.js';
import { toMachineTime, type FromChild, type JobMessage, type ToChild } from './messages.js';
import { ownTime, explainLateness, type Lateness } from './overtime.js';

/** The strategy's deadline is this much before the host's, so that a move made just in time arrives, in ms. */
const RETURN_MARGIN_MS = 3;

/** The life of a child: `loading` → `loaded` → `proven` (it has done a call). From each it can be `gone`. */
type ChildState = 'loading' | 'loaded' | 'proven' | 'gone';

/** How a child exited, and its task at that time. */
export interface InterruptedExit extends ChildExit {
  readonly reached: Exclude<ChildState, 'gone'>;
  /** Whether it was in a `ponder`: then no call is to blame. */
  readonly wasPondering: boolean;
  /** Its unfinished calls, the oldest first. */
  readonly orphans: readonly ChildCall[];
}

/** Receives the events of a child. */
export interface ChildOwner {
  /** CPU time that its children have spent on moves that never returned, since one last did, in ms. */
  cpuMsWithoutReturn: number;
  /** The ceiling retires the child: it must get no more games. */
  retiring(child: Child): void;
  /** Called once, when it has exited. */
  exited(child: Child, exit: InterruptedExit): void;
}

/**
 * Owns one supervised child and its queue of calls. It does them in the order in which they were given, unless the
 * strategy awaits something. A `ponder` is always first, because it only begins when the queue is empty.
 *
 * Guarantees that a child is killed when it computes past the deadline of its first call, measured in CPU time.
 * Never knows which kind of child it has, nor what happens to its unfinished calls.
 */
export class Child implements CallChild, CountedChild {
  readonly #spec: ChildSpec;
  readonly #owner: ChildOwner;
  readonly #timeouts: ChildTimeouts;
  readonly #child: SupervisedChild<never, readonly FromChild[]>;
  readonly #dialect: Dialect;
  /** The oldest first. A map would keep their requests alive in its old tables until a full collection. */
  readonly #calls: ChildCall[] = [];
  #ponder: PonderCall | undefined;
  /**
   * Until then it may be busy with a `start` or `end` whose return it does not report; on the clock of
   * `performance.now()`.
   */
  #unreportedUntil = 0;
  #lastId = 0;
  #loadedAt = 0;
  #loadTimer: NodeJS.Timeout | undefined;
  #stuckTimer: NodeJS.Timeout | undefined;
  #state: ChildState = 'loading';
  #resolveLoading!: (shape: StrategyShape | string) => void;
  /** Resolves with the strategy's exports, or with the reason why it cannot be loaded. Never rejects. */
  readonly loading: Promise<StrategyShape | string>;
  readonly games = new Set<string>();

  constructor(spec: ChildSpec, owner: ChildOwner) {
    const { launch, env, memoryMb, priority, timeouts = TIMEOUTS } = spec;
    const { program, dialect } = launch();
    this.#spec = spec;
    this.#owner = owner;
    this.#timeouts = timeouts;
    this.#dialect = dialect;
    this.loading = new Promise((resolve) => (this.#resolveLoading = resolve));
    const receive = (message: FromChild) => this.#receive(message);
    this.#child = new SupervisedChild<never, readonly FromChild[]>({
      program,
      env,
      memoryMb,
      priority,
      read: (value) => dialect.read(value),
      received: (messages) => messages.forEach(receive),
      printed: (line) => dialect.print(line).forEach(receive),
      exited: (exit) => this.#exit(exit),
    });
    this.#limitLoading(performance.now());
    this.#child.sendLines(dialect.greeting);
  }

  /** Absent if the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasLoaded(): boolean {
    return this.#state === 'loaded' || this.#state === 'proven';
  }

  /** Whether a call would begin at once. */
  get isFree(): boolean {
    return this.#calls.length === 0 && this.hasLoaded && this.#child.isRunning;
  }

  get isIdle(): boolean {
    return this.isFree && this.games.size === 0;
  }

  get isPondering(): boolean {
    return this.#ponder !== undefined;
  }

  get isLight(): boolean {
    return this.#spec.lane?.isLight === true;
  }

  get ownMb(): number {
    return this.#child.ownMb;
  }

  get oversubscription(): number {
    return this.#spec.lane?.cores.oversubscription ?? 1;
  }

  get isReady(): boolean {
    return this.#child.isReady;
  }

  cpuTime() {
    return this.#child.cpuTime();
  }

  /** Sets `context.options` of the strategy. */
  setOptions(options: Record<string, unknown>): void {
    this.#tell({ type: 'options', options });
  }

  /**
   * Calls the strategy. Resolves with nothing when it is done. Returns nothing if it cannot be called, or if the child
   * does not report when it is done.
   *
   * @param until the strategy's deadline, if it is earlier than the deadline of the call.
   */
  call(call: ChildCall, until = Infinity): Promise<Orphaned | undefined> | undefined {
    call.enter(this, ++this.#lastId);
    try {
      this.#child.sendLines(this.#dialect.write(toMessage(call, until), call.job));
    } catch (thrown) {
      call.answer({ kind: 'failed', reason: `the request cannot be sent: ${messageOf(thrown)}` });
      return undefined;
    }
    if (call.kind !== 'move' && !this.#dialect.reportsAll) {
      this.#unreportedUntil = Math.max(this.#unreportedUntil, call.deadline);
      return undefined;
    }
    call.due = Math.max(call.deadline, this.#unreportedUntil);
    this.#calls.push(call);
    this.#interrupt();
    if (this.#calls[0]!.isAbandoned) this.#killIfStuck();
    return new Promise((resolve) => (call.onDone = resolve));
  }

  /** Lets the strategy ponder. Resolves when it returns, with whether it did so without being stopped. */
  ponder(call: PonderCall): Promise<boolean> {
    this.#ponder = call;
    this.#tell({ type: 'ponder', ...call.answered });
    call.timer = setTimeout(() => this.stopPondering(call), call.due - performance.now());
    return new Promise((resolve) => (call.onDone = resolve));
  }

  /** Stops this `ponder` if it runs. */
  stopPondering(call: PonderCall): void {
    if (this.#ponder !== call || call.isStopped) return;
    this.#tell({ type: 'stop-pondering' });
    this.#interrupt();
  }

  /** Abandons a move, if this child has it: its outcome is no longer awaited, and the child may finish it. */
  abandon(job: TurnJob): void {
    for (const call of this.#calls) {
      if (call.job !== job || !call.isAwaited) continue;
      this.#tell({ type: 'abandon', id: call.id });
      call.isAbandoned = true;
      call.answer({ ...ABANDONED, proposal: call.proposal });
    }
    if (this.#calls[0]?.isAbandoned === true) this.#killIfStuck();
  }

  forget(key: string): void {
    this.games.delete(key);
    this.#tell({ type: 'forget', key });
    this.#interrupt();
  }

  retire(reason: string): void {
    this.#owner.retiring(this);
    this.stop(reason);
  }

  stop(reason: string): void {
    this.#child.stop(reason);
  }

  kill(reason: string): void {
    this.#child.kill(reason, 'ceiling');
  }

  gone(): Promise<void> {
    return this.#child.gone();
  }

  status(): ChildStatus | undefined {
    if (this.pid === undefined) return undefined;
    const state = this.#state === 'loading' ? 'loading' : this.#calls.length > 0 ? 'busy' : 'idle';
    return { pid: this.pid, state, games: this.games.size, memoryMb: Math.round(this.#child.memoryMb) };
  }

  /** Why a call has not been answered by its deadline. */
  lateness(call: ChildCall): Lateness {
    const [first] = this.#calls;
    const waitsFor = first === call ? undefined : `its process was still busy with ${nameOf(first ?? this.#ponder)}`;
    // A child that slept a moment ago may have woken up only to answer. One that was stopped did not sleep.
    return this.#explain(call, (call.wasReady && this.isReady) || this.#child.isStopped, waitsFor);
  }

  #explain({ budget, since, span }: ChildCall, isReady: boolean, waitsFor?: string): Lateness {
    return explainLateness({
      budget,
      starting: this.hasLoaded ? Math.max(0, this.#loadedAt - since) : 'all',
      time: span?.look(),
      isReady,
      cpuMsWithoutReturn: this.#owner.cpuMsWithoutReturn,
      waitsFor,
      question: this.#dialect.slowToMove,
    });
  }

  expired({ id }: ChildCall): void {
    this.#tell({ type: 'expired', id });
    this.#killIfStuck();
  }

  #tell(message: ToChild): void {
    this.#child.sendLines(this.#dialect.write(message));
  }

  /** Something was sent to the child, which ends its pondering: that is due now. */
  #interrupt(): void {
    const ponder = this.#ponder;
    if (ponder === undefined || ponder.isStopped) return;
    ponder.isStopped = true;
    ponder.due = performance.now();
    clearTimeout(ponder.timer);
    this.#killIfStuck();
  }

  /**
   * Kills the child if it computes past the deadline of its first call; later calls may only be queued behind it. An
   * abandoned move is due when others wait for it: a strategy that loops sees no signal.
   */
  #killIfStuck(): void {
    const first = this.#ponder ?? this.#calls[0];
    if (first === undefined || this.#state === 'loading') return;
    const { grace, abandoned = 2 * grace } = this.#timeouts;
    // Timers fire up to two milliseconds early, and the first call may be another than the one whose timer fired.
    const early = first.due - performance.now();
    const isBlocking = first.kind !== 'ponder' && first.isAbandoned && this.#calls.some(({ isAwaited }) => isAwaited);
    const due = early > 1 ? undefined : first.look('due', grace, this);
    const gone = isBlocking ? first.look('gone', abandoned, this) : undefined;
    if (due?.left === 0) {
      if (first.kind === 'move') this.#owner.cpuMsWithoutReturn += first.span?.look().used ?? 0;
      return this.#child.kill(`${first.kind} had not returned ${due.limit} ms after ${dueOf(first)}`);
    }
    if (gone?.left === 0) return this.#child.kill(`${first.kind} still ran ${gone.limit} ms after its client had gone`);
    clearTimeout(this.#stuckTimer);
    const wait = Math.min(due?.left ?? Math.ceil(early), gone?.left ?? Infinity);
    this.#stuckTimer = setTimeout(() => setImmediate(() => this.#killIfStuck()), wait);
  }

  /**
   * Another call is the first now. If its deadline passed while it was queued here, its timer is already spent; if the
   * deadline is this very millisecond, the timer may not have fired yet. Both cases end here.
   */
  #advance(): void {
    const [first] = this.#calls;
    if (first === undefined) return;
    if (performance.now() >= first.deadline) first.expire();
    if (first.isAbandoned) this.#killIfStuck();
  }

  #limitLoading(began: number): void {
    if (this.#state !== 'loading') return;
    const { load } = this.#timeouts;
    const left = load - ownTime(performance.now() - began, this.cpuTime());
    if (left < 1) {
      const { slowToLoad, idleToLoad = slowToLoad } = this.#dialect;
      const hasComputed = (this.cpuTime()?.used ?? Infinity) >= load / 2;
      return this.#giveUp(`it had not loaded after ${load} ms. ${hasComputed ? slowToLoad : idleToLoad}`);
    }
    this.#loadTimer = setTimeout(() => setImmediate(() => this.#limitLoading(began)), left);
  }

  #giveUp(reason: string): void {
    this.#resolveLoading(reason);
    this.#child.kill(`it cannot be loaded: ${reason}`);
  }

  #receive(message: FromChild): void {
    switch (message.type) {
      case 'loaded':
        return this.#onLoaded(message.shape);
      case 'broken':
        return this.#giveUp(message.reason);
      case 'proposed': {
        const call = this.#calls.find(({ id }) => id === message.id);
        if (call !== undefined) call.proposal = message.proposal;
        return;
      }
      case 'pondered':
        return this.#onPondered(message.isDone);
      case 'done':
        return this.#onDone(message.id, message.outcome);
      case 'started':
        return this.#onStarted(message.before);
      case 'logged': {
        // Not the lines of a `ponder` that this move has ended.
        const isMeant = ({ kind, job: { key, request } }: ChildCall) =>
          kind === 'move' && key === message.key && request.turn === message.turn;
        const call = this.#calls.find(isMeant);
        if (call !== undefined) keepLine(call.log, toLogLine(message));
        return this.#spec.report(message);
      }
      case 'warned':
        return this.#spec.report(message);
    }
  }

  #onLoaded(shape: StrategyShape): void {
    if (this.#state !== 'loading') return;
    clearTimeout(this.#loadTimer);
    this.#state = 'loaded';
    this.#loadedAt = performance.now();
    for (const call of this.#calls) if (call.span !== undefined) call.watch();
    this.#advance();
    this.#resolveLoading(shape);
    this.#spec.lane?.cores.wake();
  }

  /** Each `start` before this call has returned: a call before it is due at its deadline. */
  #onStarted(before: number): void {
    if (before === Infinity) this.#unreportedUntil = 0;
    for (const call of this.#calls) if (call.id < before) call.due = call.deadline;
    const [first] = this.#calls;
    if (first !== undefined && performance.now() >= first.deadline) this.#killIfStuck();
  }

  /** A strategy may forge messages: there may be no `ponder`. */
  #onPondered(isDone: boolean): void {
    const ponder = this.#ponder;
    if (ponder === undefined) return;
    this.#ponder = undefined;
    clearTimeout(ponder.timer);
    clearTimeout(this.#stuckTimer);
    this.#advance();
    ponder.onDone(isDone);
  }

  #onDone(id: number, outcome: CallOutcome | undefined): void {
    const at = this.#calls.findIndex((one) => one.id === id);
    if (at < 0) return;
    const [call] = this.#calls.splice(at, 1) as [ChildCall];
    this.#child.resetLimits();
    if (this.#state === 'loaded') this.#state = 'proven';
    this.#advance();
    if (call.kind === 'move') this.#owner.cpuMsWithoutReturn = 0;
    call.answer(outcome === undefined ? NO_OUTCOME : outcome.kind === 'late' ? this.#blame(call, outcome) : outcome);
    call.onDone();
  }

  /** A promise may be pending because its process had no core. */
  #blame(call: ChildCall, outcome: CallOutcome): CallOutcome {
    const lateness = call.isAwaited ? this.#explain(call, false) : undefined;
    return lateness === undefined || lateness.cause === 'strategy'
      ? outcome
      : { ...outcome, kind: 'late', ...lateness };
  }

  #exit(exit: ChildExit): void {
    if (this.#state === 'gone') return;
    const reached = this.#state;
    const ponder = this.#ponder;
    this.#state = 'gone';
    this.#ponder = undefined;
    for (const timer of [this.#loadTimer, this.#stuckTimer, ponder?.timer]) clearTimeout(timer);
    this.#resolveLoading(exit.reason);
    this.#dialect.close(reached !== 'loading');
    const wasPondering = ponder !== undefined;
    this.#owner.exited(this, { ...exit, reached, wasPondering, orphans: this.#calls.splice(0) });
    ponder?.onDone(false);
  }
}

const NO_OUTCOME = {
  kind: 'failed',
  reason: 'its process reported the job as done without an outcome',
} as const satisfies CallOutcome;

/** Names the task that another one waits for. */
function nameOf(task: Task | undefined): string {
  return task === undefined || task.kind === 'move' ? 'an earlier move' : `its "${task.kind}"`;
}

function dueOf({ kind }: Task): string {
  if (kind === 'ponder') return 'it has to stop';
  return kind === 'move' ? 'its deadline' : 'its allowance';
}

/** The message that gives a call to a child; the body of its request follows. */
function toMessage({ kind, id, job, deadline }: ChildCall, until: number): JobMessage {
  const { key, dead, lastTurn } = job;
  if (kind !== 'move') return { type: kind, id, key, dead, lastTurn };
  const latest = toMachineTime(deadline - RETURN_MARGIN_MS);
  return { type: 'move', id, key, dead, lastTurn, deadline: Math.min(latest, toMachineTime(until)), latest };
}
