/**
 * Runs a strategy in child processes: whatever it does there, the host answers in time and the other snakes don't
 * notice.
 */
import { Backoff } from '../../backoff.js';
import { ByteBudget } from '../byte-budget.js';
import type { Direction } from '../../rules/types.js';
import type { LaneStatus } from '../schedule/lane.js';
import type { StrategyShape } from '../strategy/validate-module.js';
import {
  ABANDONED,
  END_ALLOWANCE,
  START_ALLOWANCE,
  type ChildStatus,
  type CallOutcome,
  type Runner,
  type TurnJob,
} from '../strategy/runner.js';
import type { StrategyChildExit } from './child-options.js';
import { Children, type ChildrenOptions } from './children.js';
import { PendingMove, type MoveDeps } from './pending-move.js';
import { Ponder } from './ponder.js';
import type { StrategyChild } from './strategy-child.js';

/** The waits before the next child if one has died without a move, in ms. */
const BACKOFF = { least: 100, most: 10_000 };

/** What to run, within which limits. */
export interface ProcessRunnerOptions extends ChildrenOptions {
  /** Shared with the other snakes of a host; a runner of its own has a budget of its own. */
  readonly underWay?: ByteBudget | undefined;
  /** Whether a strategy that exports `ponder` may; it may unless given, but for want of a {@link lane}. */
  readonly ponders?: boolean | undefined;
}

/**
 * - `loading`: the first child loads the strategy; there are no moves yet.
 * - `running`: a child is there, or starts with the next game.
 * - `waiting`: no child is there; the next one starts when the timer fires. Until then every move fails for `reason`.
 * - `closed`: no child starts any more.
 *
 * `loading` → `running` ⇄ `waiting`, and from each to `closed`.
 */
type RunnerState =
  | { readonly kind: 'loading' | 'running' }
  | { readonly kind: 'closed'; readonly hadLoaded: boolean }
  | { readonly kind: 'waiting'; readonly reason: string; readonly timer: NodeJS.Timeout };

/**
 * Owns the moves of one strategy on their way to its child processes.
 *
 * Guarantees what {@link Runner} promises, whatever the strategy does to its process; and that a dead child is
 * replaced, and the moves queued behind the one that killed it are done by another child. Never runs strategy code in
 * this process.
 */
export class ProcessRunner implements Runner {
  readonly #options: ProcessRunnerOptions;
  readonly #moves: MoveDeps;
  #state: RunnerState = { kind: 'loading' };
  readonly #children: Children;
  /** Of the games that wait for their next turn, by key. */
  readonly #ponders = new Map<string, Ponder>();
  #mayPonder = false;
  readonly #backoff = new Backoff(BACKOFF, () => 0);
  /** No child is started before, on the clock of `performance.now()`: the system has refused to start one. */
  #notBefore = 0;

  constructor(options: ProcessRunnerOptions) {
    this.#options = options;
    const { lane, underWay = new ByteBudget() } = options;
    this.#moves = { lane, underWay, queued: new Set() };
    this.#children = new Children(options, (child, exit) => this.#exited(child, exit));
  }

  /**
   * Starts the first child. Resolves with the strategy's exports, or with a sentence that says why it cannot be loaded.
   */
  async load(): Promise<StrategyShape | string> {
    const shape = await this.#children.spawn().loading;
    if (typeof shape === 'string') return shape;
    if (shape.playsOne === true) this.#children.playOneEach();
    if (this.#state.kind === 'loading') this.#state = { kind: 'running' };
    this.#mayPonder = shape.ponders === true && this.#options.ponders !== false;
    return shape;
  }

  /** Call it once, after {@link load} and before the first move. */
  setOptions(options: Record<string, unknown>): void {
    this.#children.setOptions(options);
  }

  start(job: TurnJob): void {
    this.#moves.lane?.begin(job.key);
    const child = this.#assign(job.key);
    if (child !== undefined)
      new PendingMove(this.#moves, 'start', job, performance.now() + START_ALLOWANCE).enter(child);
  }

  move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    return new Promise((resolve) => {
      const child = this.#childFor(job);
      const move = new PendingMove(this.#moves, 'move', job, deadline, resolve);
      const pondering = this.#unponder(job.key);
      if (child === undefined) move.settle(this.#refusal());
      else move.enter(child);
      // Ended by the move already, unless that waits for a core.
      pondering?.stop();
    });
  }

  ponder(job: TurnJob, move: Direction): void {
    const { lane } = this.#options;
    if (!this.#mayPonder || lane === undefined) return;
    const { key } = job;
    const child = this.#children.of(key);
    if (child === undefined) return;
    // Two copies of a turn may be answered one after the other.
    this.#unponder(key)?.stop();
    const ponder = new Ponder(child, lane.schedule.idle, { key, turn: job.request.turn, move });
    this.#ponders.set(key, ponder);
    // The answer leaves first.
    setImmediate(() => this.#ponders.get(key) === ponder && lane.schedule.idle.add(ponder));
  }

  abandon(job: TurnJob): void {
    this.#settleQueued((move) => move.job === job, { kind: 'late', reason: ABANDONED });
    for (const child of this.#children.all) child.abandon(job);
  }

  end(job: TurnJob): void {
    const child = this.#leave(job.key);
    if (child === undefined) return;
    const end = new PendingMove(this.#moves, 'end', job, performance.now() + END_ALLOWANCE);
    if (end.enter(child) === 'settled') child.forget(job.key);
  }

  forget(key: string): void {
    this.#leave(key)?.forget(key);
  }

  status(): ChildStatus[] {
    return this.#children.all.flatMap((child) => child.status() ?? []);
  }

  shares(): LaneStatus | undefined {
    return this.#options.lane?.status();
  }

  async close(): Promise<void> {
    if (this.#state.kind === 'waiting') clearTimeout(this.#state.timer);
    this.#state = { kind: 'closed', hadLoaded: this.#hasLoaded() };
    this.#settleQueued(() => true, this.#refusal());
    await this.#children.close();
  }

  /** The outcome of a move while there is no child. */
  #refusal(): CallOutcome {
    return { kind: 'failed', reason: this.#refusalReason() };
  }

  #refusalReason(): string {
    if (this.#state.kind === 'waiting') return this.#state.reason;
    if (this.#state.kind === 'closed') return 'the snake is closed';
    return 'each of its processes plays one game, and no other one can be started';
  }

  /** Gives up moves that wait for a core. */
  #settleQueued(isMeant: (move: PendingMove) => boolean, outcome: CallOutcome): void {
    for (const move of this.#moves.queued) if (isMeant(move)) move.settle(outcome);
  }

  /** If the game's child has not had `start` yet, that goes to it first, with its own allowance. */
  #childFor(job: TurnJob): StrategyChild | undefined {
    if (this.#children.of(job.key) === undefined) this.start(job);
    return this.#assign(job.key);
  }

  #assign(key: string): StrategyChild | undefined {
    const isTooSoon = this.#children.all.length > 0 && performance.now() < this.#notBefore;
    return this.#children.assign(key, this.#state.kind === 'running' && !isTooSoon);
  }

  /** The game's snake ponders no more once what this returns has been stopped. */
  #unponder(key: string): Ponder | undefined {
    const ponder = this.#ponders.get(key);
    if (ponder !== undefined) ponder.idle.remove(ponder);
    this.#ponders.delete(key);
    return ponder;
  }

  /** A game is over here: gives up what waits in it. Returns the child that has played it. */
  #leave(key: string): StrategyChild | undefined {
    const outcome: CallOutcome = { kind: 'late', reason: 'its game was over before a core was free' };
    this.#settleQueued(({ job }) => job.key === key, outcome);
    this.#moves.lane?.end(key);
    this.#unponder(key)?.stop();
    return this.#children.leave(key);
  }

  #hasLoaded(): boolean {
    return this.#state.kind === 'closed' ? this.#state.hadLoaded : this.#state.kind !== 'loading';
  }

  #exited(child: StrategyChild, exit: StrategyChildExit): void {
    this.#report(child, exit);
    for (const [key, ponder] of this.#ponders) if (ponder.child === child) this.#unponder(key);
    if (exit.wasPondering) this.#ponderNoMore(exit);
    const { reason, orphans } = exit;
    if (this.#state.kind === 'closed' || this.#state.kind === 'loading') {
      for (const orphan of orphans) orphan.settle({ kind: 'failed', reason });
      return;
    }
    this.#replace(exit);
    this.#resend(exit);
    this.#reassignQueued();
  }

  /** What ends a process once would end it each turn. */
  #ponderNoMore({ kind, reason }: StrategyChildExit): void {
    if (kind === 'stopped' || !this.#mayPonder) return;
    this.#mayPonder = false;
    for (const key of this.#ponders.keys()) this.#unponder(key)?.stop();
    const warning = `ponder is not called any more, because it has cost a process: ${reason}`;
    this.#options.report({ type: 'warned', key: '', turn: 0, reason: warning });
  }

  /** If the strategy never loaded, the configuration is at fault: the caller of `load` reports it. */
  #report({ pid }: StrategyChild, { kind, reason }: StrategyChildExit): void {
    const { report } = this.#options;
    const exit = { kind: this.#hasLoaded() ? kind : 'stopped', reason } as const;
    if (pid !== undefined) report({ type: 'childStopped', pid, exit });
    else if (this.#hasLoaded()) report({ type: 'childNotStarted', reason });
  }

  /**
   * Keeps at least one child. One that died of a move is replaced at once: engines don't ask faster than they do. One
   * that died without a move, or did not load, may die again and again, so the wait doubles each time.
   */
  #replace({ reached, reason, orphans, fault, wasPondering }: StrategyChildExit): void {
    if (reached === 'proven') this.#backoff.succeed();
    if (this.#children.all.length > 0 && fault !== 'start') return;
    if (reached !== 'loading' && (orphans.length > 0 || wasPondering)) return void this.#children.spawn();
    const wait = this.#backoff.fail();
    this.#notBefore = performance.now() + wait;
    if (this.#children.all.length > 0) return;
    const start = () => {
      this.#state = { kind: 'running' };
      this.#children.spawn();
      this.#reassignQueued();
    };
    this.#state = { kind: 'waiting', reason, timer: setTimeout(start, wait) };
  }

  /**
   * The oldest move counts as the one that killed the child, and fails, unless there never was a child. The moves
   * behind it go to another child, once.
   */
  #resend({ reason, orphans, fault, wasPondering }: StrategyChildExit): void {
    const culprit = fault === 'start' || wasPondering ? undefined : orphans[0];
    for (const orphan of orphans) {
      const isInnocent = orphan !== culprit && orphan.mayBeResent && !diesInSameStart(orphan, culprit);
      const child = isInnocent ? this.#childFor(orphan.job) : undefined;
      if (child !== undefined) orphan.resend(child);
      else if (isInnocent) orphan.settle(this.#refusal());
      else orphan.settle({ kind: 'failed', reason, proposal: orphan.proposal });
    }
  }

  /** Children have come or gone: the moves that wait for a core may need another. */
  #reassignQueued(): void {
    for (const move of this.#moves.queued) {
      const child = this.#childFor(move.job);
      if (child !== undefined) move.reassign(child);
    }
  }
}

/**
 * If a child died in a game's `start`, the game's next move would call that `start` again, and kill the next child.
 */
function diesInSameStart({ job }: PendingMove, culprit: PendingMove | undefined): boolean {
  return culprit?.type === 'start' && culprit.job.key === job.key;
}
