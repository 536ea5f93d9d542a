/** Runs a strategy on the host's event loop: the fastest way, without any protection from its endless loops. */
import { keepLine } from '../wire/note.js';
import { InlineOwner } from './inline-owner.js';
import { toLogLine, type StrategyReport } from './snake-report.js';
import type { Strategy } from './strategy/contract.js';
import { withLog, type CallOutcome, type Runner, type TurnJob } from './strategy/runner.js';
import { Session } from './strategy/session.js';

/**
 * Keeps the promises of {@link Runner} while the strategy returns or awaits; a synchronous loop stops the whole host.
 */
export class InlineRunner implements Runner {
  readonly #session: Session;
  /** What is logged in each `move` that runs, by the key of its game. */
  readonly #logs = new Map<string, string[]>();

  /**
   * @param options complete: checked against the strategy's schema, defaults filled in.
   * @param owner reports its stray errors.
   * @param keepsNotes whether outcomes carry the strategy's notes.
   */
  constructor(
    strategy: Strategy,
    options: Record<string, unknown>,
    report?: (report: StrategyReport) => void,
    owner = new InlineOwner('', () => undefined),
    keepsNotes = false,
  ) {
    this.#session = new Session(strategy, (given) => {
      const log = this.#logs.get(given.key);
      if (log !== undefined && given.type === 'logged') keepLine(log, toLogLine(given));
      report?.(given);
    });
    this.#session.options = options;
    this.#session.keepsNotes = keepsNotes;
    owner.report = (reason) => this.#session.warn(reason);
  }

  /** In the next turn of the event loop, so that the answer to `/start` leaves first. */
  start(job: TurnJob): void {
    setImmediate(() => void this.#session.start(job));
  }

  async move(job: TurnJob, deadline: number): Promise<CallOutcome> {
    const log: string[] = [];
    this.#logs.set(job.key, log);
    const outcome = await this.#session.move(job, deadline);
    this.#logs.delete(job.key);
    return withLog(outcome, log);
  }

  abandon(job: TurnJob): void {
    this.#session.abandon(job);
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
