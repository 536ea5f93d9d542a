/** Moves batches of events to a store: from memory to the file, or from the spool to the database. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Backoff, within } from '../../processes/timing.js';
import { reasonOf, toShownAddress } from '../../exchange/service-url.js';
import type { JournalReport, JournalStatus } from '../journal-status.js';
import { CLOCK_SKEW_MS } from '../store/runs.js';
import { countEvents, type EventBatch } from './batches.js';
import type { JournalTarget, TakenBatches } from './journal-target.js';

/** How often an idle delivery asks its target whether it is due, in ms. */
const WATCH_INTERVAL_MS = 2000;
/** Pause after the source could not be read or cleared, in ms. The writer of the source reports the error. */
const SOURCE_DELAY_MS = 1000;

export interface BatchSource {
  /** The oldest batches of one host, in order; empty if there are none. */
  readOldest(): readonly EventBatch[] | Promise<readonly EventBatch[]>;
  /** Removes delivered batches. If this fails they are read again, and the target must ignore the repetition. */
  remove(batches: readonly EventBatch[], taken: TakenBatches): void | Promise<void>;
  count(): number | Promise<number>;
}

export interface DeliveryDeps {
  readonly source: BatchSource;
  readonly target: JournalTarget;
  readonly backoff: Backoff;
  /**
   * The target counts as unreachable after this many failed attempts in a row: after a broken connection, the next may
   * work.
   */
  readonly attempts: number;
  readonly report: (report: JournalReport) => void;
  /** Called with every error. */
  readonly failed: (thrown: unknown) => void;
}

/**
 * Owns the loop that moves batches from a source to a target in their order.
 *
 * Guarantees that a batch leaves the source only after the target has it, and that an unreachable target is reported,
 * and its return. It never ends before it is closed, and waits longer after each failure.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #closing = new AbortController();
  /** Failed attempts in a row. */
  #failures = 0;
  /**
   * The start of the target's outage, by the steady clock, and the events delivered since; until the backlog is empty.
   */
  #outage: { readonly since: number; delivered: number } | undefined;
  #reported: JournalStatus['kind'] | undefined;
  /** `woken`: a batch was added since the source was read. */
  #waking: 'asleep' | 'woken' = 'asleep';
  #wake: () => void = () => {};
  #loop: Promise<void> | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  wake(): void {
    this.#waking = 'woken';
    this.#wake();
  }

  /** Delivers the rest for at most `ms`, unless the target is unreachable; then stops. */
  async finish(ms: number): Promise<void> {
    this.#closing.abort();
    this.#wake();
    if (this.#loop !== undefined) await within(this.#loop, ms);
  }

  /** Finishes, and closes the target. */
  async close(ms: number): Promise<void> {
    const { target } = this.#deps;
    const end = performance.now() + ms;
    await this.finish(ms);
    const closed = this.#isSound && performance.now() < end ? target.close() : target.disconnect();
    await within(
      closed.catch(() => {}),
      Math.max(100, end - performance.now()),
    );
    // A hanging round may still connect.
    void this.#loop?.then(() => target.disconnect()).catch(() => {});
  }

  get #isSound(): boolean {
    return this.#failures === 0 && this.#outage === undefined;
  }

  async #run(): Promise<void> {
    const { target, backoff } = this.#deps;
    for (;;) {
      this.#waking = 'asleep';
      const batches = await this.#read();
      const isIdle = batches.length === 0;
      if (this.#closing.signal.aborted && (isIdle || !this.#isSound)) return;
      if (isIdle && this.#isSound && !target.isDue) {
        await this.#sleep(WATCH_INTERVAL_MS);
        continue;
      }
      try {
        const taken = await target.take(batches);
        backoff.succeed();
        // Status first: it must be right when the batches are acknowledged.
        this.#succeed(isIdle, countEvents(batches) - taken.failed.length - taken.dropped.length);
        if (!isIdle) await this.#remove(batches, taken);
      } catch (thrown) {
        this.#reportAttempt('failed');
        await this.#fail(thrown);
        await target.disconnect().catch(() => {});
        await this.#sleep(backoff.fail());
      }
    }
  }

  /** The oldest batches; none if they cannot be read. */
  async #read(): Promise<readonly EventBatch[]> {
    try {
      return await this.#deps.source.readOldest();
    } catch (thrown) {
      this.#deps.failed(thrown);
      await this.#sleep(SOURCE_DELAY_MS);
      return [];
    }
  }

  async #remove(batches: readonly EventBatch[], taken: TakenBatches): Promise<void> {
    try {
      await this.#deps.source.remove(batches, taken);
    } catch {
      await wait(SOURCE_DELAY_MS);
    }
    this.#reportAttempt('delivered');
  }

  #succeed(isCaughtUp: boolean, written: number): void {
    const { store, address, clockAhead: ahead } = this.#deps.target;
    this.#failures = 0;
    let after: (JournalStatus & { kind: 'working' })['after'];
    if (this.#outage !== undefined) {
      this.#outage.delivered += written;
      if (!isCaughtUp) return this.#report({ store, kind: 'behind' });
      const { since, delivered } = this.#outage;
      after = { address: toShownAddress(address), away: performance.now() - since, delivered };
      this.#outage = undefined;
    }
    const isWrong = Math.abs(ahead) > CLOCK_SKEW_MS;
    if (!isWrong || after !== undefined) this.#report({ store, kind: 'working', after });
    if (isWrong) this.#report({ store, kind: 'clockWrong', address: toShownAddress(address), ahead });
  }

  async #fail(thrown: unknown): Promise<void> {
    const { source, target, attempts, failed } = this.#deps;
    failed(thrown);
    if (++this.#failures < attempts && this.#outage === undefined) return;
    this.#outage ??= { since: performance.now(), delivered: 0 };
    if (this.#reported === 'unreachable') return;
    const waiting = await Promise.resolve(source.count()).catch(() => 0);
    const { store, address } = target;
    const reason = reasonOf(thrown, address);
    this.#report({ store, kind: 'unreachable', address: toShownAddress(address), reason, waiting });
  }

  #report(status: JournalStatus): void {
    if (status.kind === this.#reported) return;
    this.#reported = status.kind;
    this.#deps.report(status);
  }

  /** Counts attempts that cross a network. */
  #reportAttempt(outcome: 'delivered' | 'failed'): void {
    if (this.#deps.target.store === 'database') this.#deps.report({ kind: 'delivery', outcome });
  }

  /** Sleeps for `ms`. Closing ends it, and so does a new batch, unless the target is failing. */
  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted || (this.#waking === 'woken' && this.#isSound)) return;
    const stopped = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = () => this.#isSound && resolve();
      signal.addEventListener('abort', () => resolve(), { once: true, signal: stopped.signal });
    });
    await within(woken, ms);
    stopped.abort();
    this.#wake = () => {};
  }
}
