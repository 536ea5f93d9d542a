/** Runs a strategy in the process that plays the games of a match, and enforces its deadline as the host would. */
import { Session } from '../../snakes/strategy/session.js';
import type { Strategy } from '../../snakes/strategy/contract.js';
import type { AnsweredTurn, CallOutcome, Runner, TurnJob } from '../../snakes/strategy/runner.js';
import type { CleanMove } from '../../wire/move.js';
import { within } from '../../processes/timing.js';
import { CPU_ALLOWANCE, type ContestSettings } from '../contest/contest.js';

export interface Clocks {
  /** Elapsed time, in ms. */
  readonly now: () => number;
  /** CPU time of this process, in ms. */
  readonly cpu: () => number;
}

/** Reading the CPU time takes some µs, so moves within this time of a reading share it, in ms. */
const MAX_SAMPLE_AGE_MS = 5;
/** With the CPU clock, an older reading is repeated, in ms. */
const TICK_MS = 0.5;

const CLOCKS: Clocks = {
  now: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Runs one strategy, like the inline runner except for three things:
 *
 * - A move that returns after its deadline counts as late, with the last proposal made in time: by then the host would
 *   have answered. It must also have used the CPU for longer than its budget: a strategy is not to blame for
 *   a machine that ran something else, and one that never looks at the clock must not play differently because of it.
 *   With the CPU clock, the budget itself is CPU time of this process, garbage collection included.
 * - `start` and `end` are called at once, because no answer waits for them.
 * - It may ponder, for a time that the match sets: {@link MatchRunner.ponderFor}.
 *
 * It owns the strategy's session. It never interrupts a call: the parent kills a worker whose call does not return.
 */
export class MatchRunner implements Runner {
  readonly #session: Session;
  readonly #options: Record<string, unknown>;
  readonly #budget: number;
  /** Whether the budget is CPU time. */
  readonly #isCpu: boolean;
  readonly #clocks: Clocks;
  #sample = { at: -Infinity, cpu: 0 };

  /**
   * @param time `budget` for a move, in ms from the call of the strategy: work of the game before the call does not
   * count.
   */
  constructor(
    strategy: Strategy,
    options: Record<string, unknown>,
    time: { readonly budget: number; readonly clock?: ContestSettings['clock'] },
    clocks = CLOCKS,
  ) {
    this.#session = new Session(strategy);
    this.#options = options;
    this.#session.options = options;
    this.#session.keepsNotes = true;
    this.#budget = time.budget;
    this.#isCpu = time.clock === 'cpu';
    this.#clocks = clocks;
  }

  /** Sets the complete options of the next game (default: the snake's own). */
  playWith(options: Readonly<Record<string, unknown>> = this.#options): void {
    this.#session.options = options;
  }

  start(job: TurnJob): void {
    void this.#session.start(job);
  }

  async move(job: TurnJob): Promise<CallOutcome> {
    const { now, cpu } = this.#clocks;
    const began = now();
    const end = this.#time() + this.#budget;
    if (!this.#isCpu && began - this.#sample.at > MAX_SAMPLE_AGE_MS) this.#sample = { at: began, cpu: cpu() };
    let proposal: CleanMove | undefined;
    const outcome = await this.#session.move(job, began + this.#budget, {
      propose: (move) => {
        if (this.#time() <= end) proposal = move;
      },
      ...(this.#isCpu && { timeLeft: () => end - this.#time(), latest: began + CPU_ALLOWANCE * this.#budget }),
    });
    const hasReturned = outcome.kind === 'moved' || outcome.kind === 'delegated';
    const isLate = hasReturned && this.#time() > end && (this.#isCpu || this.#cpuTimeSince(began) > this.#budget);
    if (!isLate) return outcome;
    const { note, found } = outcome;
    return { kind: 'late', cause: 'strategy', reason: 'move returned after its deadline', proposal, note, found };
  }

  /** The clock of the budget, in ms. CPU time is read every half millisecond, and in between assumed to pass. */
  #time(): number {
    const { now, cpu } = this.#clocks;
    const at = now();
    if (!this.#isCpu) return at;
    if (at - this.#sample.at > TICK_MS) this.#sample = { at, cpu: cpu() };
    return this.#sample.cpu + at - this.#sample.at;
  }

  /** Lower bound of the CPU time since `began`, in ms: assumes full use between the last sample and `began`. */
  #cpuTimeSince(began: number): number {
    const { at, cpu } = this.#sample;
    return this.#clocks.cpu() - cpu - (began - at);
  }

  /** Lets the strategy ponder this turn, if it does that, for this time in ms. Resolves when it is done or stopped. */
  async ponderFor(answered: AnsweredTurn, ms: number): Promise<void> {
    const until = this.#time() + ms;
    const returned = new Promise<void>((resolve) => {
      this.#session.ponder(
        answered,
        () => this.#time() >= until,
        () => resolve(),
      );
    });
    await within(returned, this.#isCpu ? CPU_ALLOWANCE * ms : ms, () => this.#session.stopPondering());
  }

  /** Does nothing: requests of a match are never abandoned. */
  abandon(): void {}

  end(job: TurnJob): void {
    void this.#session.end(job);
  }

  forget(key: string): void {
    this.#session.forget(key);
  }

  status(): [] {
    return [];
  }

  async close(): Promise<void> {}
}
