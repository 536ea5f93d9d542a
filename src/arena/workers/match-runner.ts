/** Runs a strategy beside the games of a match, and holds it to its deadline as an engine would. */
import { Session } from '../../snakes/strategy/session.js';
import type { Strategy } from '../../snakes/strategy/contract.js';
import type { CallOutcome, Runner, TurnJob } from '../../snakes/strategy/runner.js';
import type { CleanMove } from '../../wire/move.js';

/** What time is told by. */
export interface Clocks {
  /** ms. */
  readonly now: () => number;
  /** Time that this process has had a core, in ms. */
  readonly cpu: () => number;
}

/** Asking for the time on a core takes some µs. An answer serves the moves of so many ms. */
const SAMPLE_AGE = 5;

const CLOCKS: Clocks = {
  now: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Like the inline runner, but for two things. What comes after the deadline counts as late, for the host would have
 * answered by itself by then: with the last proposal made in time, else with the safe move. And `start` and `end` are
 * called at once: nobody waits for an answer to them.
 *
 * A move is late if it also had a core for longer than its budget. A strategy is not to blame for a machine that ran
 * something else meanwhile, and one that never looks at the clock must not play differently because of it.
 */
export class MatchRunner implements Runner {
  readonly #session: Session;
  readonly #budget: number;
  readonly #clocks: Clocks;
  /** When the time on a core was last asked for, and the answer. */
  #sample = { at: -Infinity, cpu: 0 };

  /** @param budget time for a move in ms, counted from where the strategy is called: what the game does before is not its affair. */
  constructor(strategy: Strategy, options: Record<string, unknown>, budget: number, clocks = CLOCKS) {
    this.#session = new Session(strategy, { logged() {}, complained() {} });
    this.#session.options = options;
    this.#budget = budget;
    this.#clocks = clocks;
  }

  start(job: TurnJob): void {
    void this.#session.start(job);
  }

  async move(job: TurnJob): Promise<CallOutcome> {
    const { now, cpu } = this.#clocks;
    const began = now();
    const deadline = began + this.#budget;
    if (began - this.#sample.at > SAMPLE_AGE) this.#sample = { at: began, cpu: cpu() };
    let proposal: CleanMove | undefined;
    const outcome = await this.#session.move(job, deadline, (move) => {
      if (now() <= deadline) proposal = move;
    });
    const isInTime = outcome.kind === 'moved' || outcome.kind === 'undecided';
    const isLate = isInTime && now() > deadline && this.#coreTimeSince(began) > this.#budget;
    return isLate ? { kind: 'late', reason: 'move returned after its deadline', proposal } : outcome;
  }

  /** At least so long the process has had a core since, in ms: from the sample to `began` it may have had one throughout. */
  #coreTimeSince(began: number): number {
    const { at, cpu } = this.#sample;
    return this.#clocks.cpu() - cpu - (began - at);
  }

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
