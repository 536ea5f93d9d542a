/** Runs a strategy on the host's own event loop: nothing is faster, and nothing protects the host from it. */
import type { Strategy } from './strategy/contract.js';
import type { CallOutcome, Runner, RunnerEvents, TurnJob } from './strategy/runner.js';
import { Session } from './strategy/session.js';

/**
 * Owns the session of one strategy in this process.
 *
 * Guarantees what {@link Runner} promises, as long as the strategy returns or awaits: one that loops stops the whole
 * host. Never starts a process, and so never has children to report.
 */
export class InlineRunner implements Runner {
  readonly #session: Session;

  /** @param options complete: checked against the strategy's schema, defaults filled in. */
  constructor(strategy: Strategy, options: Record<string, unknown>, events: Pick<RunnerEvents, 'logged' | 'warned'>) {
    this.#session = new Session(strategy, events);
    this.#session.options = options;
  }

  /** In the loop's next turn, so that the answer to `/start` leaves first. */
  start(job: TurnJob): void {
    setImmediate(() => void this.#session.start(job));
  }

  async move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    return await this.#session.move(job, deadline);
  }

  end(job: TurnJob): void {
    setImmediate(() => void this.#session.end(job));
  }

  forget(key: string): void {
    this.#session.forget(key);
  }

  status(): [] {
    return [];
  }

  async close(): Promise<void> {}
}
