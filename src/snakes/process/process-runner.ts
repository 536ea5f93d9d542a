/**
 * Runs a strategy in child processes: whatever it does there, the host answers in time and the other snakes are
 * unaffected.
 */
import { Backoff } from '../../processes/timing.js';
import { ByteBudget } from '../byte-budget.js';
import type { Direction } from '../../rules/types.js';
import type { LaneStatus, Lease } from '../schedule/lane.js';
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
import type { Child, InterruptedExit } from './child.js';
import { ChildCall, type Orphaned } from './child-call.js';
import type { ChildSpec } from './child-spec.js';
import { Children } from './children.js';
import { Ponder } from './ponder.js';

/**
 * A longer request, in characters, takes a child so long to parse that other games must not wait for it. No known
 * engine sends one.
 */
const LARGE_REQUEST = 512 * 1024;
/** The waits before the next child after one died without a move, in ms. */
const BACKOFF = { least: 100, most: 10_000 };

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

/** The strategy is not to blame. */
const NOT_ASKED = { kind: 'failed', cause: 'machine' } as const;

/**
 * Owns the calls of one strategy that wait for a child process or run in one.
 *
 * Guarantees what {@link Runner} promises, whatever the strategy does to its process; and that a dead child is
 * replaced, and another child takes the moves that were queued behind the one that killed it. Never runs strategy code
 * in this process.
 */
export class ProcessRunner implements Runner {
  readonly #spec: ChildSpec;
  /** Limits the requests in flight to children. */
  readonly #inFlight: ByteBudget;
  #state: RunnerState = { kind: 'loading' };
  readonly #children: Children;
  readonly #waiting = new Set<ChildCall>();
  /** Games that wait for their next turn, by key. */
  readonly #ponders = new Map<string, Ponder>();
  #mayPonder = false;
  readonly #backoff = new Backoff(BACKOFF, () => 0);
  /** No child is started before this moment, on the clock of `performance.now()`: the system refused one. */
  #notBefore = 0;

  constructor(spec: ChildSpec) {
    this.#spec = spec;
    this.#inFlight = spec.inFlight ?? new ByteBudget();
    this.#children = new Children(spec, (child, exit) => this.#exited(child, exit));
  }

  /**
   * Starts the first child. Resolves with the strategy's exports, or with a sentence why it cannot be loaded.
   *
   * @param known the exports, if another runner has loaded the same: then the child may still be loading, or start with
   *   the first game.
   */
  async load(known?: StrategyShape): Promise<StrategyShape | string> {
    const { ceiling } = this.#spec;
    const first = () => this.#children.spawn().loading;
    if (known !== undefined && ceiling?.hasSpare() !== false) void first();
    const shape = known ?? (await (ceiling?.load(first) ?? first()));
    if (typeof shape === 'string') return shape;
    if (shape.playsOne === true) this.#children.playOneEach();
    if (this.#state.kind === 'loading') this.#state = { kind: 'running' };
    this.#mayPonder = shape.ponders === true && this.#spec.ponders !== false;
    return shape;
  }

  /** Call it once, after {@link load} and before the first move. */
  setOptions(options: Record<string, unknown>): void {
    this.#children.setOptions(options);
  }

  start(job: TurnJob): void {
    this.#spec.lane?.begin(job.key);
    const child = this.#assign(job);
    if (child !== undefined) void this.#play(new ChildCall('start', job, performance.now() + START_ALLOWANCE), child);
  }

  move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    const child = this.#childFor(job);
    const pondering = this.#unponder(job.key);
    const call = new ChildCall('move', job, deadline);
    void this.#play(call, child);
    // The move ended it already, unless the move waits for a core.
    pondering?.stop();
    return call.outcome;
  }

  ponder(job: TurnJob, move: Direction): void {
    const { lane } = this.#spec;
    if (!this.#mayPonder || lane === undefined) return;
    const { key } = job;
    const child = this.#children.of(key);
    if (child === undefined) return;
    // Two copies of a turn may be answered one after the other.
    this.#unponder(key)?.stop();
    const { idle } = lane.cores;
    const ponder = new Ponder(child, idle, { key, turn: job.request.turn, move });
    this.#ponders.set(key, ponder);
    // The answer leaves first.
    setImmediate(() => this.#ponders.get(key) === ponder && idle.add(ponder));
  }

  abandon(job: TurnJob): void {
    this.#giveUp((call) => call.job === job, ABANDONED);
    for (const child of this.#children.all) child.abandon(job);
  }

  end(job: TurnJob): void {
    const child = this.#leave(job.key);
    if (child !== undefined) void this.#play(new ChildCall('end', job, performance.now() + END_ALLOWANCE), child);
  }

  forget(key: string): void {
    this.#leave(key)?.forget(key);
  }

  status(): ChildStatus[] {
    return this.#children.all.flatMap((child) => child.status() ?? []);
  }

  shares(): LaneStatus | undefined {
    return this.#spec.lane?.status();
  }

  async close(): Promise<void> {
    if (this.#state.kind === 'waiting') clearTimeout(this.#state.timer);
    this.#state = { kind: 'closed', hadLoaded: this.#hasLoaded() };
    this.#giveUp(() => true, this.#refusal());
    await this.#children.close();
  }

  /**
   * Gives a call to a child once there is a core for it, and to another child if the first died of something else. An
   * abandoned call stays in flight until its child is done with it.
   */
  async #play(call: ChildCall, first: Child | undefined): Promise<void> {
    const { job } = call;
    const { length } = job.text;
    if (first !== undefined && !this.#inFlight.take(length)) {
      if (call.kind === 'end') first.forget(job.key);
      call.close();
      return call.answer({ ...NOT_ASKED, reason: 'too many requests in flight to child processes' });
    }
    let child = first;
    try {
      for (const isLast of [false, true]) {
        if (child === undefined) return call.answer(this.#refusal());
        call.enter(child);
        const leased = this.#spec.lane?.lease(call);
        // All other calls are sent before this returns, so that the next call of their game cannot overtake them.
        const lease = leased instanceof Promise ? await this.#waitFor(leased, call) : leased;
        if (leased !== undefined && lease === undefined) return;
        const ending = call.child!.call(call, lease?.until);
        if (ending !== undefined) lease?.begin();
        const orphaned: Orphaned | undefined = await ending;
        lease?.release(orphaned === undefined);
        if (orphaned === undefined) return;
        const { reason, mayRetry } = orphaned;
        if (isLast || !mayRetry || !call.isAwaited) {
          return call.answer({ kind: 'failed', reason, proposal: call.proposal });
        }
        child = this.#childFor(job);
      }
    } finally {
      if (first !== undefined) this.#inFlight.give(length);
      call.close();
    }
  }

  /** Waits for a core. Resolves with nothing if the call was answered first. */
  async #waitFor(leased: Promise<Lease | undefined>, call: ChildCall): Promise<Lease | undefined> {
    this.#waiting.add(call);
    const lease = await leased;
    this.#waiting.delete(call);
    if (call.isAwaited) return lease;
    lease?.release(false);
    return undefined;
  }

  /** The outcome of a move while there is no child. */
  #refusal(): CallOutcome {
    if (this.#state.kind === 'waiting') return { kind: 'failed', cause: 'start', reason: this.#state.reason };
    if (this.#state.kind === 'closed') return { ...NOT_ASKED, reason: 'the snake is closed' };
    return { ...NOT_ASKED, reason: 'each of its processes plays one game, and no other one can be started' };
  }

  /** Answers moves that wait for a core. */
  #giveUp(isMeant: (call: ChildCall) => boolean, outcome: CallOutcome): void {
    for (const call of this.#waiting) if (isMeant(call)) call.answer(outcome);
  }

  /** The child for a job. If it has not had the game's `start` yet, that goes first, with its own allowance. */
  #childFor(job: TurnJob): Child | undefined {
    const before = this.#children.of(job.key);
    const child = this.#assign(job);
    if (child === undefined || child !== before) this.start(job);
    return child;
  }

  #assign({ key, text }: TurnJob): Child | undefined {
    const isTooSoon = this.#children.all.length > 0 && performance.now() < this.#notBefore;
    const maySpawn = this.#state.kind === 'running' && !isTooSoon;
    return this.#children.assign(key, maySpawn, text.length > LARGE_REQUEST);
  }

  /** Removes the ponder of a game and returns it; the caller stops it. */
  #unponder(key: string): Ponder | undefined {
    const ponder = this.#ponders.get(key);
    if (ponder !== undefined) this.#spec.lane?.cores.idle.remove(ponder);
    this.#ponders.delete(key);
    return ponder;
  }

  /** Ends a game: gives up its waiting calls. Returns the child that played it. */
  #leave(key: string): Child | undefined {
    const reason = 'its game was over before a core was free';
    this.#giveUp(({ job }) => job.key === key, { kind: 'late', cause: 'machine', reason });
    this.#spec.lane?.end(key);
    this.#unponder(key)?.stop();
    return this.#children.leave(key);
  }

  #hasLoaded(): boolean {
    return this.#state.kind === 'closed' ? this.#state.hadLoaded : this.#state.kind !== 'loading';
  }

  #exited(child: Child, exit: InterruptedExit): void {
    this.#report(child, exit);
    for (const [key, ponder] of this.#ponders) if (ponder.child === child) this.#unponder(key);
    if (exit.wasPondering) this.#ponderNoMore(exit);
    const { reason, orphans, fault, wasPondering } = exit;
    const isOver = this.#state.kind === 'closed' || this.#state.kind === 'loading';
    if (!isOver) this.#replace(exit);
    // The oldest call counts as the one that killed the child, unless there never was a child.
    const culprit = fault === 'start' || wasPondering ? undefined : orphans[0];
    for (const orphan of orphans) {
      orphan.onDone({ reason, mayRetry: !isOver && orphan !== culprit && !diesInSameStart(orphan, culprit) });
    }
    // Orphans were there first.
    if (!isOver) queueMicrotask(() => this.#reassignWaiting());
  }

  /** A strategy that crashes its process while it ponders would do so every turn. */
  #ponderNoMore({ kind, reason }: InterruptedExit): void {
    if (kind === 'stopped' || !this.#mayPonder) return;
    this.#mayPonder = false;
    for (const key of this.#ponders.keys()) this.#unponder(key)?.stop();
    const warning = `ponder is no longer called, because it has cost a process: ${reason}`;
    this.#spec.report({ type: 'warned', key: '', turn: 0, reason: warning });
  }

  /** A strategy that never loaded is a fault of the configuration: the caller of `load` reports it. */
  #report({ pid }: Child, { kind, reason, reached, fault }: InterruptedExit): void {
    const { report } = this.#spec;
    const outside = reached === 'loading' ? 'start' : fault;
    const exit = { kind: this.#hasLoaded() ? kind : 'stopped', reason, ...(outside && { fault: outside }) } as const;
    if (pid !== undefined) report({ type: 'childStopped', pid, exit });
    else if (this.#hasLoaded()) report({ type: 'childNotStarted', reason });
  }

  /**
   * Keeps at least one child. One that died in a move is replaced at once: the engine's pace limits that. One that died
   * without a move, or did not load, may die repeatedly, so the wait doubles each time.
   */
  #replace({ reached, reason, orphans, fault, wasPondering }: InterruptedExit): void {
    if (reached === 'proven') this.#backoff.succeed();
    if (this.#children.all.length > 0 && fault !== 'start') return;
    if (reached !== 'loading' && (orphans.length > 0 || wasPondering)) return void this.#children.spawn();
    const wait = this.#backoff.fail();
    this.#notBefore = performance.now() + wait;
    if (this.#children.all.length > 0) return;
    const start = () => {
      this.#state = { kind: 'running' };
      this.#children.spawn();
      this.#reassignWaiting();
    };
    this.#state = { kind: 'waiting', reason, timer: setTimeout(start, wait) };
  }

  /** Children have started or exited: moves that wait for a core may need another child. */
  #reassignWaiting(): void {
    if (this.#state.kind !== 'running') return;
    for (const call of this.#waiting) call.enter(this.#childFor(call.job) ?? call.child!);
  }
}

/** If a child died in a game's `start`, the game's next move would repeat that `start` and kill the next child. */
function diesInSameStart({ job }: ChildCall, culprit: ChildCall | undefined): boolean {
  return culprit?.kind === 'start' && culprit.job.key === job.key;
}
