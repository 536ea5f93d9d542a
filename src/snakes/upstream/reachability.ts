/** Whether a snake's server answers, since when, and how well. Owned by `upstream-watch.ts`. */
import type { ExchangeResult } from '../../exchange/exchange.js';
import type { UpstreamStatus } from '../../exchange/upstream-status.js';

/** A server is or is not reachable from now on. `away`: how long it was not, in ms. */
export type UpstreamChange = { readonly url: string } & (
  { readonly isReachable: true; readonly away: number } | { readonly isReachable: false; readonly reason: string }
);

/** So many requests in a row without an answer make a server unreachable: it may be late, or fail, on one turn. */
const UNANSWERED = 3;
/** The part of an answer in the mean. */
const SHARE = 1 / 8;

/**
 * Owns the state of one server, and what is counted of its answers.
 *
 * Guarantees that each change is reported once. Begins as not reachable, which is no change. Never sends a request.
 */
export class Reachability {
  /** When the last answer came, on the clock of `performance.now()`. */
  answeredAt = -Infinity;
  readonly #url: string;
  readonly #changed: (change: UpstreamChange) => void;
  /** What the server lacks to be reachable; absent if it is. */
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

  /** How long the state has lasted, in ms. */
  get age(): number {
    return performance.now() - this.#sinceTick;
  }

  /** Takes what came of any request. Any answer counts, whatever is in it. */
  note(result: ExchangeResult): void {
    if (!('problem' in result) || result.reach === 'answer') return this.#answered();
    const isSure = result.reach === 'nowhere' && !result.isTimeout;
    if (isSure || ++this.#unanswered >= UNANSWERED) this.lose(result.problem);
  }

  /** The server is not reachable, for a reason that is a sentence without its subject. */
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

  /** Counts the answer to a move, and the time that it took, in ms. */
  moved(took: number): void {
    this.#answers++;
    this.#latency = this.#latency === undefined ? took : this.#latency + (took - this.#latency) * SHARE;
  }

  /** Counts a move that the host had to answer. */
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
