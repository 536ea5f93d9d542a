/** Whether a snake's server is reachable, since when, and how fast. Owned by `upstream-watch.ts`. */
import type { ExchangeResult } from '../../exchange/exchange.js';
import type { UpstreamStatus } from '../../exchange/upstream-status.js';

/** A server became reachable or unreachable. `away`: how long it was unreachable, in ms. */
export type UpstreamChange = { readonly url: string } & (
  { readonly isReachable: true; readonly away: number } | { readonly isReachable: false; readonly reason: string }
);

/** After this many unanswered requests in a row, a server counts as unreachable: a single one may be late or fail. */
const UNANSWERED = 3;
/** Weight of the newest answer in the mean. */
const SHARE = 1 / 8;

/**
 * Owns the state of one server and the statistics of its answers.
 *
 * Guarantees that each change is reported once. Not reachable at first, which is no change. Never sends a request.
 */
export class Reachability {
  /** When the last answer came, on the clock of `performance.now()`. */
  answeredAt = -Infinity;
  readonly #url: string;
  readonly #changed: (change: UpstreamChange) => void;
  /** Why the server is unreachable; absent if it is reachable. */
  #reason: string | undefined = 'it has not answered yet';
  #since = Date.now();
  #sinceTick = performance.now();
  #unanswered = 0;
  #answers = 0;
  #failures = 0;
  #latency: number | undefined;

  constructor(url: string, changed: (change: UpstreamChange) => void) {
    this.#url = url;
    this.#changed = changed;
  }

  get isReachable(): boolean {
    return this.#reason === undefined;
  }

  get age(): number {
    return performance.now() - this.#sinceTick;
  }

  /** Takes the result of any request. Any answer counts, whatever its content. */
  note(result: ExchangeResult): void {
    if (!('problem' in result) || result.reach === 'answer') return this.#answered();
    const isSure = result.reach === 'nowhere' && result.kind !== 'late';
    if (isSure || ++this.#unanswered >= UNANSWERED) this.lose(result.problem);
  }

  /** Marks the server as unreachable, for a reason that is a sentence without its subject. */
  lose(reason: string): void {
    if (!this.isReachable) return void (this.#reason = reason);
    this.#turn(reason);
    this.#changed({ url: this.#url, isReachable: false, reason });
  }

  #answered(): void {
    this.answeredAt = performance.now();
    this.#unanswered = 0;
    if (this.isReachable) return;
    const away = this.age;
    this.#turn(undefined);
    this.#changed({ url: this.#url, isReachable: true, away });
  }

  /** Counts an answered move, and its time in ms. */
  moved(took: number): void {
    this.#answers++;
    this.#latency = this.#latency === undefined ? took : this.#latency + (took - this.#latency) * SHARE;
  }

  /** Counts a move for which the host had to fall back. */
  failed(): void {
    this.#failures++;
  }

  status(): UpstreamStatus {
    const [reason, latency] = [this.#reason, this.#latency];
    return {
      url: this.#url,
      isReachable: this.isReachable,
      since: this.#since,
      ...(reason !== undefined && { reason }),
      answers: this.#answers,
      failures: this.#failures,
      ...(latency !== undefined && { latency: Math.round(latency * 10) / 10 }),
    };
  }

  #turn(reason: string | undefined): void {
    this.#reason = reason;
    this.#since = Date.now();
    this.#sinceTick = performance.now();
  }
}
