/** One child process of a process runner: the moves it was given, in order, and when it is killed for one of them. */
import { messageOf } from '../../errors.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import type { ChildStatus, CallOutcome, TurnJob } from '../strategy/runner.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import { TIMEOUTS, type ChildState, type StrategyChildExit, type StrategyChildOptions } from './child-options.js';
import type { Dialect } from './dialect.js';
import type { FromChild, ToChild } from './messages.js';
import { Overtimes, ownTime } from './overtime.js';
import { Pondering } from './ponder.js';
import type { MoveChild, PendingMove } from './pending-move.js';

/**
 * Owns one supervised child and the moves that it has not done yet. It does them in the order in which they were sent,
 * unless the strategy awaits something.
 *
 * Guarantees that a child which is stuck after a deadline is killed. Never settles the moves of a child that is gone:
 * it returns them to its runner, which decides what becomes of them. Never knows which kind of child it has.
 */
export class StrategyChild implements MoveChild {
  readonly #options: StrategyChildOptions;
  readonly #exited: (exit: StrategyChildExit) => void;
  readonly #timeouts: NonNullable<StrategyChildOptions['timeouts']>;
  readonly #child: SupervisedChild<never, object>;
  readonly #dialect: Dialect;
  /** The oldest first. A map would keep their requests alive: its old tables do, until a full collection. */
  readonly #pending: PendingMove[] = [];
  /** Until when it may do what it does not report, on the clock of `performance.now()`. */
  #unreportedUntil = 0;
  #loadTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  /** When the oldest move may have begun to run, on the clock of `performance.now()`. */
  #oldestSince = 0;
  readonly #overtimes: Overtimes;
  #overtimeTimer: NodeJS.Timeout | undefined;
  #abandonTimer: NodeJS.Timeout | undefined;
  #state: ChildState = 'loading';
  #resolveLoading!: (shape: StrategyShape | string) => void;
  /** Resolves with the strategy's exports, or with the reason why it cannot be loaded. Never rejects. */
  readonly loading: Promise<StrategyShape | string>;
  readonly cpuTime = () => this.#child.cpuTime();
  /** Keys of the games that are played here. */
  readonly games = new Set<string>();
  readonly pondering: Pondering;

  /** @param exited called once, when the child is gone. */
  constructor(options: StrategyChildOptions, exited: (exit: StrategyChildExit) => void) {
    const { launch, env, memoryMb, priority, timeouts = TIMEOUTS } = options;
    const { program, dialect } = launch();
    this.#options = options;
    this.#exited = exited;
    this.#timeouts = timeouts;
    this.#dialect = dialect;
    this.#overtimes = new Overtimes(this.cpuTime, () => options.lane?.schedule.oversubscription ?? 1);
    const allow = (stop: object) => this.#overtimes.look('ponder', stop, timeouts.grace);
    this.pondering = new Pondering((message) => this.#tell(message), allow, this.kill.bind(this));
    this.loading = new Promise((resolve) => (this.#resolveLoading = resolve));
    const receive = (message: FromChild) => this.#receive(message);
    this.#child = new SupervisedChild<never, object>({
      program,
      env,
      memoryMb,
      priority,
      isMessage: dialect.isMessage,
      received: (message) => dialect.read(message).forEach(receive),
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

  /** Whether its strategy is there. */
  get hasLoaded(): boolean {
    return this.#state === 'loaded' || this.#state === 'proven';
  }

  get isFree(): boolean {
    return this.#pending.length === 0 && this.hasLoaded && this.#child.isRunning;
  }

  /** Whether it has no game and nothing to do. */
  get isIdle(): boolean {
    return this.isFree && this.games.size === 0;
  }

  /** What it takes for itself, in MB; 0 if the system does not say. */
  get ownMb(): number {
    return this.#child.ownMb;
  }

  /** Sets what the strategy sees as `context.options`. */
  setOptions(options: Record<string, unknown>): void {
    this.#tell({ type: 'options', options });
  }

  /** Sends a move. Settles it when it is done, or at once if it cannot be sent. */
  send(move: PendingMove): void {
    try {
      this.#child.sendLines(this.#dialect.write(move.toMessage(++this.#lastId), move.job));
    } catch (thrown) {
      return move.settle({ kind: 'failed', reason: `the request cannot be sent: ${messageOf(thrown)}` });
    }
    if (move.type !== 'move' && !this.#dialect.reportsAll) {
      this.#unreportedUntil = Math.max(this.#unreportedUntil, move.deadline);
      return move.settle({ kind: 'delegated' });
    }
    this.pondering.interrupt();
    move.stuckFrom = Math.max(move.deadline, this.#unreportedUntil);
    if (this.#pending.length === 0) this.#oldestSince = performance.now();
    this.#pending.push(move);
    this.#checkAbandoned();
  }

  /** Gives up a move, if it is one of this child's: nobody waits for its outcome. */
  abandon(job: TurnJob): void {
    for (const move of this.#pending) {
      if (move.job !== job || !move.isAwaited) continue;
      this.#tell({ type: 'abandon', id: move.id });
      move.abandon();
    }
    this.#checkAbandoned();
  }

  forget(key: string): void {
    this.games.delete(key);
    this.#tell({ type: 'forget', key });
    this.pondering.interrupt();
  }

  stop(reason: string): void {
    this.#child.stop(reason);
  }

  kill(reason: string): void {
    this.#child.kill(reason);
  }

  gone(): Promise<void> {
    return this.#child.gone();
  }

  status(): ChildStatus | undefined {
    if (this.pid === undefined) return undefined;
    const state = this.#state === 'loading' ? 'loading' : this.#pending.length > 0 ? 'busy' : 'idle';
    return { pid: this.pid, state, games: this.games.size, memoryMb: Math.round(this.#child.memoryMb) };
  }

  /** Why a move that was sent is late. The oldest one is the one that runs, so only its duration is known. */
  lateReason(move: PendingMove): string {
    const [oldest] = this.#pending;
    if (oldest !== move) return 'move did not return before its deadline';
    const ran = Math.round(performance.now() - this.#oldestSince);
    if (ran < 20) return 'move did not return before its deadline: its process had only just started';
    return `move ran ${ran} ms without returning. Does it loop for ever, or never look at timeLeft()?`;
  }

  /** Tells the child that the time of a move is up, and kills it if it is stuck. */
  expired(move: PendingMove): void {
    this.#tell({ type: 'expired', id: move.id });
    this.#killIfStuck();
  }

  #tell(message: ToChild): void {
    this.#child.sendLines(this.#dialect.write(message));
  }

  /** Kills the child if the oldest move is past its deadline: the others may just be queued behind it. */
  #killIfStuck(): void {
    const [oldest] = this.#pending;
    if (oldest === undefined || this.#state === 'loading') return;
    const again = (ms: number) => {
      clearTimeout(this.#overtimeTimer);
      this.#overtimeTimer = setTimeout(() => setImmediate(() => this.#killIfStuck()), ms);
    };
    // Timers fire up to two milliseconds early, and the oldest move may be another than the one whose timer fired.
    const early = oldest.stuckFrom - performance.now();
    if (early > 1) return again(Math.ceil(early));
    const { left, limit } = this.#overtimes.look('deadline', oldest, this.#timeouts.grace);
    if (left > 0) return again(left);
    const passed = oldest.type === 'move' ? 'deadline' : 'allowance';
    this.#child.kill(`${oldest.type} had not returned ${limit} ms after its ${passed}`);
  }

  /**
   * A move whose deadline passed while it was queued here has no live timer, and is now the one that runs. If its
   * deadline is this very millisecond, its timer may not have fired yet; both cases end here.
   */
  #checkOldest(): void {
    const [oldest] = this.#pending;
    if (oldest !== undefined && performance.now() >= oldest.deadline) oldest.expire();
  }

  /**
   * A move that nobody waits for must not keep others waiting until its deadline. A strategy that loops sees no signal,
   * so its process is killed; if no other move waits, it may go on.
   */
  #checkAbandoned(): void {
    // Called for every move, so the others are looked at only if the oldest one is abandoned, which is rare.
    const [oldest] = this.#pending;
    if (oldest?.isAbandoned !== true || this.#state === 'loading') return;
    if (!this.#pending.some(({ isAwaited }) => isAwaited)) return;
    const { grace, abandoned = 2 * grace } = this.#timeouts;
    const { left, limit } = this.#overtimes.look('client', oldest, abandoned);
    if (left === 0) return this.#child.kill(`${oldest.type} still ran ${limit} ms after its client had gone`);
    clearTimeout(this.#abandonTimer);
    this.#abandonTimer = setTimeout(() => setImmediate(() => this.#checkAbandoned()), left);
  }

  #limitLoading(began: number): void {
    if (this.#state !== 'loading') return;
    const { load } = this.#timeouts;
    const left = load - ownTime(performance.now() - began, this.cpuTime());
    if (left < 1) return this.#giveUp(`it had not loaded after ${load} ms. ${this.#dialect.slowToLoad}`);
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
        const move = this.#pending.find(({ id }) => id === message.id);
        if (move !== undefined) move.proposal = message.proposal;
        return;
      }
      case 'pondered':
        if (this.pondering.returned(message.isDone)) this.#oldestSince = performance.now();
        return;
      case 'done':
        return this.#onDone(message.id, message.outcome);
      case 'started':
        return this.#onStarted(message.before);
      case 'logged':
      case 'warned':
        return this.#options.report(message);
    }
  }

  #onLoaded(shape: StrategyShape): void {
    if (this.#state !== 'loading') return;
    clearTimeout(this.#loadTimer);
    this.#state = 'loaded';
    this.#checkOldest();
    this.#resolveLoading(shape);
    this.#options.lane?.schedule.wake();
  }

  /** A move before that job is stuck from its deadline on: nothing else keeps the child busy. */
  #onStarted(before: number): void {
    if (before === Infinity) this.#unreportedUntil = 0;
    for (const move of this.#pending) if (move.id < before) move.stuckFrom = move.deadline;
    const [oldest] = this.#pending;
    if (oldest !== undefined && performance.now() >= oldest.deadline) this.#killIfStuck();
  }

  #onDone(id: number, outcome: CallOutcome | undefined): void {
    const at = this.#pending.findIndex((one) => one.id === id);
    if (at < 0) return;
    const [move] = this.#pending.splice(at, 1) as [PendingMove];
    this.#oldestSince = performance.now();
    this.#child.resetLimits();
    if (this.#state === 'loaded') this.#state = 'proven';
    this.#checkOldest();
    this.#checkAbandoned();
    // Last, because the schedule may give this child its next move at once.
    move.settle(outcome ?? { kind: 'failed', reason: 'its process reported the job as done without an outcome' }, true);
  }

  #exit(exit: ChildExit): void {
    if (this.#state === 'gone') return;
    const reached = this.#state;
    const wasPondering = this.pondering.isOn;
    this.#state = 'gone';
    this.pondering.close();
    for (const timer of [this.#loadTimer, this.#abandonTimer, this.#overtimeTimer]) clearTimeout(timer);
    this.#resolveLoading(exit.reason);
    this.#dialect.close(reached !== 'loading');
    this.#exited({ ...exit, reached, wasPondering, orphans: this.#pending.splice(0) });
  }
}
