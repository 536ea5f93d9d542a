/** Runs a strategy on the host's own event loop: nothing is faster, and nothing protects the host from what it does. */
import type { Strategy } from './strategy/contract.js';
import type { CallOutcome, Runner, RunnerEvents, TurnJob } from './strategy/runner.js';
import { Session } from './strategy/session.js';

export class InlineRunner implements Runner {
  readonly #session: Session;

  constructor(
    strategy: Strategy,
    options: Record<string, unknown>,
    events: Pick<RunnerEvents, 'logged' | 'complained'>,
  ) {
    this.#session = new Session(strategy, events);
    this.#session.options = options;
  }

  /** On the loop's next turn: the answer to `/start` leaves first. */
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
