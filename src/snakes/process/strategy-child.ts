/** One child process of a process runner: the jobs it was given, in order, and the outcome of each. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../errors.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { ABANDONED, type ChildStatus, type CallOutcome, type TurnJob } from '../strategy/runner.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import type { ChildState, StrategyChildDeps } from './child-deps.js';
import { isFromChild, type FromChild, type ToChild } from './messages.js';
import { JobOvertimes } from './overtime.js';
import { resolveJob, toMessage, type PendingJob } from './pending-job.js';

/**
 * Owns one supervised child and the jobs that it has not done yet.
 *
 * Guarantees that each `move` is resolved at its deadline at the latest, that a child which is stuck after a deadline
 * is killed, and that no temporary file is left behind. Never resolves the jobs of a child that is gone: it returns
 * them to its runner, which decides what becomes of them.
 */
export class StrategyChild {
  readonly #deps: StrategyChildDeps;
  readonly #crowd: () => number;
  readonly #child: SupervisedChild<ToChild, FromChild>;
  readonly #pending = new Map<number, PendingJob>();
  readonly #folder = path.join(tmpdir(), `serpentarium-${randomUUID()}`);
  readonly #loadTimer: NodeJS.Timeout;
  #lastId = 0;
  /** When the oldest job may have begun to run, on the clock of `performance.now()`. */
  #oldestSince = 0;
  readonly #overtimes: JobOvertimes<PendingJob>;
  #overtimeTimer: NodeJS.Timeout | undefined;
  #abandonTimer: NodeJS.Timeout | undefined;
  #state: ChildState = 'loading';
  #resolveLoading!: (shape: StrategyShape | string) => void;
  /** Resolves with the strategy's exports, or with the reason why it cannot be loaded. Never rejects. */
  readonly loading: Promise<StrategyShape | string>;
  /** Keys of the games that are played here. */
  readonly games = new Set<string>();
  /** Those of them that have had a second turn. */
  readonly played = new Set<string>();

  constructor(deps: StrategyChildDeps) {
    this.#deps = deps;
    this.#crowd = deps.crowd ?? (() => 1);
    this.loading = new Promise((resolve) => (this.#resolveLoading = resolve));
    this.#child = new SupervisedChild<ToChild, FromChild>({
      program: new URL('./child-main.js', import.meta.url),
      env: deps.env,
      memoryMb: deps.memoryMb,
      priority: deps.priority,
      isMessage: isFromChild,
      received: (message) => this.#receive(message),
      exited: (exit) => this.#exit(exit),
    });
    this.#overtimes = new JobOvertimes({ pid: this.#child.pid });
    const { load } = deps.timeouts;
    const loops = `it had not loaded after ${load} ms. Does it loop when it is imported?`;
    this.#loadTimer = setTimeout(() => this.#giveUp(loops), load);
    this.#child.send({ type: 'load', code: deps.code, folder: this.#folder, keepsNotes: deps.keepsNotes });
  }

  /** Absent if the process could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether a job would begin at once. */
  get isFree(): boolean {
    const hasLoaded = this.#state === 'loaded' || this.#state === 'proven';
    return this.#pending.size === 0 && hasLoaded && this.#child.isRunning;
  }

  /** Sets what the strategy sees as `context.options`. */
  setOptions(options: Record<string, unknown>): void {
    this.#child.send({ type: 'options', options });
  }

  /** Gives the child a job. A `move` is resolved at its deadline, whatever the child does. */
  post(pending: PendingJob): void {
    const id = ++this.#lastId;
    const { text, isPlayed = false } = pending.job;
    if (pending.characters === undefined && !this.#deps.underWay.take(text.length, isPlayed))
      return this.#refuse(pending);
    pending.characters = text.length;
    try {
      this.#child.send(toMessage(id, pending), text);
    } catch (thrown) {
      this.#deps.underWay.give(text.length);
      resolveJob(pending, { kind: 'failed', reason: `the request cannot be sent: ${messageOf(thrown)}` });
      return this.#deps.finished?.(pending, false);
    }
    const now = performance.now();
    pending.sentAt = now;
    if (this.#pending.size === 0) this.#oldestSince = now;
    this.#pending.set(id, pending);
    pending.timer = setTimeout(() => this.#onDeadline(pending), Math.max(0, pending.deadline - now));
    this.#checkAbandoned();
  }

  /** Gives up a `move`, if it is one of this child's: nobody waits for its outcome. */
  abandon(job: TurnJob): void {
    for (const [id, pending] of this.#pending) {
      if (pending.job !== job || pending.resolve === undefined) continue;
      this.#child.send({ type: 'abandon', id });
      pending.abandonedAt = performance.now();
      resolveJob(pending, { kind: 'late', reason: ABANDONED, proposal: pending.proposal });
    }
    this.#checkAbandoned();
  }

  /** Drops a game without telling the strategy. */
  forget(key: string): void {
    this.games.delete(key);
    this.played.delete(key);
    this.#child.send({ type: 'forget', key });
  }

  /** Ends a child that is no longer needed. */
  stop(reason: string): void {
    this.#child.stop(reason);
  }

  /** Resolves when the child is gone. */
  gone(): Promise<void> {
    return this.#child.gone();
  }

  /** Absent if the process could not be started. */
  status(): ChildStatus | undefined {
    if (this.pid === undefined) return undefined;
    const state = this.#state === 'loading' ? 'loading' : this.#pending.size > 0 ? 'busy' : 'idle';
    return { pid: this.pid, state, games: this.games.size, memoryMb: Math.round(this.#child.memoryMb) };
  }

  /**
   * Timers run before messages are read: if the host itself was late, the answer may already wait in the channel. So
   * the loop turns once more before the job counts as late.
   */
  #onDeadline(pending: PendingJob): void {
    setImmediate(() => {
      resolveJob(pending, {
        kind: 'late',
        reason: this.#lateReason(pending),
        proposal: pending.proposal,
      });
      this.#killIfStuck();
    });
  }

  /** The oldest job is the one that runs, so only its duration is known. */
  #lateReason(pending: PendingJob): string {
    const [oldest] = this.#pending.values();
    if (oldest !== pending) return 'move did not return before its deadline';
    const ran = Math.round(performance.now() - this.#oldestSince);
    if (ran < 20) return 'move did not return before its deadline: its process had only just started';
    return `move ran ${ran} ms without returning. Does it loop for ever, or never look at timeLeft()?`;
  }

  /**
   * A job whose deadline passed while it was queued has no live timer, and is now the one that runs. If its deadline is
   * this very millisecond, its timer may not have fired yet; both cases end here.
   */
  #checkOldest(): void {
    const [oldest] = this.#pending.values();
    if (oldest !== undefined && performance.now() >= oldest.deadline) this.#onDeadline(oldest);
  }

  /** There is no room for the request of a job. */
  #refuse(pending: PendingJob): void {
    if (pending.type === 'end') this.forget(pending.job.key);
    resolveJob(pending, { kind: 'failed', reason: 'too much is under way to child processes already' });
  }

  /**
   * A job that nobody waits for must not keep others waiting until its deadline. A strategy that loops sees no signal,
   * so its process is killed; if no other job waits, it may go on.
   */
  #checkAbandoned(): void {
    // Called for every job, so the others are looked at only if the oldest one is abandoned, which is rare.
    const [oldest] = this.#pending.values();
    if (oldest?.abandonedAt === undefined || this.#state === 'loading') return;
    if (![...this.#pending.values()].some(({ resolve }) => resolve !== undefined)) return;
    const { grace, abandoned = 2 * grace } = this.#deps.timeouts;
    const { left, limit } = this.#overtimes.look('client', oldest, abandoned, this.#crowd());
    if (left === 0) return this.#child.kill(`${oldest.type} still ran ${limit} ms after its client had gone`);
    clearTimeout(this.#abandonTimer);
    this.#abandonTimer = setTimeout(() => setImmediate(() => this.#checkAbandoned()), left);
  }

  /** Only the oldest job can be the one that runs; the others may just be queued behind it. */
  #killIfStuck(): void {
    const [oldest] = this.#pending.values();
    if (oldest === undefined || this.#state === 'loading') return;
    const again = (ms: number) => {
      clearTimeout(this.#overtimeTimer);
      this.#overtimeTimer = setTimeout(() => setImmediate(() => this.#killIfStuck()), ms);
    };
    // Timers fire up to two milliseconds early, and the oldest job may be another than the one whose timer fired.
    const early = oldest.deadline - performance.now();
    if (early > 1) return again(Math.ceil(early));
    const { left, limit } = this.#overtimes.look('deadline', oldest, this.#deps.timeouts.grace, this.#crowd());
    if (left > 0) return again(left);
    const passed = oldest.type === 'move' ? 'deadline' : 'allowance';
    this.#child.kill(`${oldest.type} had not returned ${limit} ms after its ${passed}`);
  }

  #giveUp(reason: string): void {
    this.#resolveLoading(reason);
    this.#child.kill(`the strategy cannot be loaded: ${reason}`);
  }

  #receive(message: FromChild): void {
    switch (message.type) {
      case 'loaded':
        return this.#onLoaded(message.shape);
      case 'broken':
        return this.#giveUp(message.reason);
      case 'proposed': {
        const pending = this.#pending.get(message.id);
        if (pending !== undefined) pending.proposal = message.proposal;
        return;
      }
      case 'done':
        return this.#onDone(message.id, message.outcome);
      case 'logged':
        return this.#deps.logged(message.key, message.turn, message.message, message.data);
      case 'warned':
        return this.#deps.warned(message.key, message.turn, message.reason);
    }
  }

  #onLoaded(shape: StrategyShape): void {
    if (this.#state !== 'loading') return;
    clearTimeout(this.#loadTimer);
    this.#state = 'loaded';
    this.#checkOldest();
    this.#resolveLoading(shape);
    this.#deps.loaded?.();
  }

  #onDone(id: number, outcome: CallOutcome | undefined): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#overtimes.clear();
    this.#oldestSince = performance.now();
    clearTimeout(pending.timer);
    this.#deps.underWay.give(pending.characters ?? 0);
    this.#child.resetLimits();
    if (this.#state === 'loaded') this.#state = 'proven';
    if (pending.resolve === undefined && outcome?.note !== undefined) pending.job.onLateNote?.(outcome.note);
    resolveJob(
      pending,
      outcome ?? { kind: 'failed', reason: 'its process reported the job as done without an outcome' },
    );
    this.#checkOldest();
    this.#checkAbandoned();
    this.#deps.finished?.(pending, true);
  }

  #exit(exit: ChildExit): void {
    if (this.#state === 'gone') return;
    const reached = this.#state;
    this.#state = 'gone';
    clearTimeout(this.#loadTimer);
    this.#resolveLoading(exit.reason);
    // A child that was killed while it loaded has left its folder behind.
    if (reached === 'loading') rm(this.#folder, { recursive: true, force: true }, () => undefined);
    const orphans = [...this.#pending.values()];
    this.#pending.clear();
    clearTimeout(this.#abandonTimer);
    clearTimeout(this.#overtimeTimer);
    this.#overtimes.clear();
    for (const orphan of orphans) {
      clearTimeout(orphan.timer);
      this.#deps.underWay.give(orphan.characters ?? 0);
      this.#deps.finished?.(orphan, false);
    }
    this.#deps.exited({ ...exit, reached, orphans });
  }
}
