/** Runs a strategy on the host's own event loop: nothing is faster, and nothing protects the host from its loops. */
import { InlineOwner } from './inline-owner.js';
import type { CallSink } from './strategy/call.js';
import type { Strategy } from './strategy/contract.js';
import type { CallOutcome, Runner, TurnJob } from './strategy/runner.js';
import { Session } from './strategy/session.js';

/**
 * Owns the session of one strategy in this process.
 *
 * Guarantees what {@link Runner} promises, as long as the strategy returns or awaits: one that loops stops the whole
 * host. What its timers and promises throw is its own warning. Never starts a process, and so never has children to
 * report.
 */
export class InlineRunner implements Runner {
  readonly #session: Session;
  readonly #owner: InlineOwner;

  /**
   * @param options complete: checked against the strategy's schema, defaults filled in.
   * @param owner the one that the strategy was imported by.
   * @param keepsNotes whether outcomes carry what the strategy notes down.
   */
  constructor(
    strategy: Strategy,
    options: Record<string, unknown>,
    listener: CallSink,
    owner = new InlineOwner('', () => undefined),
    keepsNotes = false,
  ) {
    this.#owner = owner;
    this.#session = new Session(strategy, {
      logged: (...line) => owner.leave(() => listener.logged(...line)),
      warned: (...warning) => owner.leave(() => listener.warned(...warning)),
    });
    this.#session.options = options;
    this.#session.keepsNotes = keepsNotes;
    owner.report = (reason) => this.#session.warn(reason);
  }

  /** In the loop's next turn, so that the answer to `/start` leaves first. */
  start(job: TurnJob): void {
    setImmediate(() => void this.#owner.run(() => this.#session.start(job)));
  }

  move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    return Promise.resolve(this.#owner.run(() => this.#session.move(job, deadline)));
  }

  abandon(job: TurnJob): void {
    this.#session.abandon(job);
  }

  end(job: TurnJob): void {
    setImmediate(() => void this.#owner.run(() => this.#session.end(job)));
  }

  forget(key: string): void {
    this.#session.forget(key);
  }

  status(): [] {
    return [];
  }

  async close(): Promise<void> {
    this.#owner.close();
  }
}
