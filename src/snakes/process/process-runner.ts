/** Runs a strategy in child processes: whatever it does there, the host answers in time and its neighbours don't notice. */
import type { StrategyShape } from '../strategy/validate-module.js';
import {
  END_ALLOWANCE,
  START_ALLOWANCE,
  type ChildStatus,
  type CallOutcome,
  type Runner,
  type RunnerEvents,
  type TurnJob,
} from '../strategy/runner.js';
import { PATIENCE, StrategyChild, settle, type Patience, type PendingJob } from './strategy-child.js';
import type { Priority } from '../../processes/supervised-child.js';

/** A child beyond the first is let go when it has had no game for this long, in ms. */
const SPARE_IDLE = 30_000;
/** The wait before a child that died unasked is replaced doubles from the first to the second of these, in ms. */
const BACKOFF = [100, 10_000] as const;

export interface ProcessRunnerOptions {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  /** Most children at once. */
  readonly processes: number;
  readonly urgency?: Priority | undefined;
  readonly patience?: Patience;
  readonly events: RunnerEvents;
}

export class ProcessRunner implements Runner {
  readonly #terms: ProcessRunnerOptions;
  #options: Record<string, unknown> = {};
  /** In the order of their start. */
  readonly #children: StrategyChild[] = [];
  readonly #pins = new Map<string, StrategyChild>();
  #spareTimer: NodeJS.Timeout | undefined;
  #backoff = 0;
  #backoffTimer: NodeJS.Timeout | undefined;
  #brokenBecause = '';
  #wasLoaded = false;
  #closed = false;

  constructor(options: ProcessRunnerOptions) {
    this.#terms = options;
  }

  /** Starts the first child. Returns the strategy's exports, or the sentence that says why it cannot be loaded. */
  async load(): Promise<StrategyShape | string> {
    const shape = await this.#spawn().loading;
    this.#wasLoaded = typeof shape !== 'string';
    return shape;
  }

  /** To be called once, after {@link load} and before the first job. */
  setOptions(options: Record<string, unknown>): void {
    this.#options = options;
    for (const child of this.#children) child.setOptions(options);
  }

  start(job: TurnJob): void {
    this.#pin(job.key)?.post({ type: 'start', job, deadline: performance.now() + START_ALLOWANCE });
  }

  move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    return new Promise((resolve) => this.#post({ type: 'move', job, deadline, resolve }));
  }

  end(job: TurnJob): void {
    const child = this.#pins.get(job.key);
    if (child === undefined) return;
    this.#unpin(job.key, child);
    child.post({ type: 'end', job, deadline: performance.now() + END_ALLOWANCE });
  }

  forget(key: string): void {
    const child = this.#pins.get(key);
    if (child === undefined) return;
    this.#unpin(key, child);
    child.forget(key);
  }

  status(): ChildStatus[] {
    return this.#children.map((child) => child.status());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#spareTimer);
    clearTimeout(this.#backoffTimer);
    const children = [...this.#children];
    for (const child of children) child.kill('the host is closing', true);
    await Promise.all(children.map((child) => child.gone()));
  }

  /** Where `start` is still owed it is a job before this one: it has an allowance of its own. */
  #post(pending: PendingJob): void {
    const { job } = pending;
    if (!this.#pins.has(job.key)) this.start(job);
    const child = this.#pin(job.key);
    if (child !== undefined) return child.post(pending);
    settle(pending, { kind: 'failed', reason: this.#brokenBecause });
  }

  /** The child that plays this game: the one that has it, else one that is free, else a new one, else the least taken. */
  #pin(key: string): StrategyChild | undefined {
    const pinned = this.#pins.get(key);
    if (pinned !== undefined) return pinned;
    const child = this.#choose();
    if (child === undefined) return undefined;
    this.#pins.set(key, child);
    child.games.add(key);
    return child;
  }

  #choose(): StrategyChild | undefined {
    const [least] = this.#children.toSorted((a, b) => a.games.size - b.games.size);
    if (least?.games.size === 0) return least;
    const mayStart = this.#children.length < this.#terms.processes && this.#backoffTimer === undefined && !this.#closed;
    return mayStart ? this.#spawn() : least;
  }

  #unpin(key: string, child: StrategyChild): void {
    this.#pins.delete(key);
    child.games.delete(key);
    if (child.games.size === 0 && this.#children.length > 1)
      this.#spareTimer ??= setTimeout(() => this.#trim(), SPARE_IDLE);
  }

  #trim(): void {
    this.#spareTimer = undefined;
    for (const child of this.#children.slice(1)) {
      if (child.games.size === 0) child.kill('it had nothing to do', true);
    }
  }

  #spawn(): StrategyChild {
    const { code, env, memoryMb, urgency, events, patience = PATIENCE } = this.#terms;
    const child = new StrategyChild({
      code,
      env,
      memoryMb,
      urgency,
      patience,
      logged: (key, turn, message, data) => events.logged(key, turn, message, data),
      complained: (key, turn, reason) => events.complained(key, turn, reason),
      exited: (gone, reason, expected, orphans) => this.#exited(gone, reason, expected, orphans),
    });
    this.#children.push(child);
    child.setOptions(this.#options);
    events.childStarted(child.pid);
    return child;
  }

  /** Its games move over: those of the oldest job, which is taken for the culprit, and those that only waited behind it. */
  #exited(child: StrategyChild, reason: string, expected: boolean, orphans: PendingJob[]): void {
    this.#children.splice(this.#children.indexOf(child), 1);
    for (const key of child.games) this.#pins.delete(key);
    // One that cannot even load the first time is a fault of the configuration, which whoever called `load` is told.
    this.#terms.events.childStopped(child.pid, expected || !this.#wasLoaded, reason);
    if (this.#closed) return orphans.forEach((orphan) => settle(orphan, { kind: 'failed', reason }));
    this.#replace(child, reason, orphans.length > 0);
    orphans.forEach((orphan, index) => {
      const innocent =
        index > 0 && orphan.resolve !== undefined && orphan.moved !== true && !needs(orphan, orphans[0]!);
      if (innocent) this.#post({ ...orphan, moved: true, timer: undefined });
      else settle(orphan, { kind: 'failed', reason, proposal: orphan.proposal });
    });
  }

  /**
   * Keeps one child ready. One that died of what it was asked is replaced at once: engines ask no faster than they do. One
   * that died by itself, or never came to load, might do so for ever, and is waited for ever longer.
   */
  #replace(gone: StrategyChild, reason: string, wasAsked: boolean): void {
    if (this.#children.length > 0) return;
    if (gone.wasUseful) this.#backoff = 0;
    if (gone.wasLoaded && wasAsked) return void this.#spawn();
    this.#brokenBecause = reason;
    this.#backoff = Math.min(BACKOFF[1], Math.max(BACKOFF[0], this.#backoff * 2));
    this.#backoffTimer = setTimeout(() => {
      this.#backoffTimer = undefined;
      this.#spawn();
    }, this.#backoff);
  }
}

/** A game in which the child died in `start` would have it die there again. */
function needs({ job }: PendingJob, culprit: PendingJob): boolean {
  return culprit.type === 'start' && culprit.job.key === job.key;
}
