/** Delivers batches of events to the next store on their way: the journal or the spool. Made by `event-writer.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Backoff } from '../../backoff.js';
import { reasonOf, toShownAddress } from '../address.js';
import type { JournalReport, JournalStatus, JournalStore } from '../journal-status.js';
import { CLOCK_SKEW_MS } from '../store/runs.js';
import type { EventBatch } from './deliver-batches.js';
import { within } from '../../within.js';

/** How often an idle delivery looks whether its target has something to do, in ms. */
const WATCH_INTERVAL_MS = 2000;
/** Pause after the source could not be read or cleared, in ms. Whoever fills it reports that. */
const SOURCE_DELAY_MS = 1000;
/** Why a target fails whose file was opened and is no longer at its path. The next attempt begins a new one. */
export const FILE_MOVED = 'its file was deleted, moved or replaced';

/** What became of batches that were taken. Events that are in neither count are kept. */
export interface TakenBatches {
  /** How many events can never be written. */
  readonly failed: number;
  /** How many events had no room. */
  readonly dropped: number;
}

/** Where batches come from: the queue in memory, or the spool. */
export interface BatchSource {
  /** The oldest batches of one host, in their order; empty if there are none. */
  readOldest(): readonly EventBatch[] | Promise<readonly EventBatch[]>;
  /** Removes batches that were taken. If this fails they are read again, and the target must take them once. */
  remove(batches: readonly EventBatch[], taken: TakenBatches): void | Promise<void>;
  /** How many events wait. */
  count(): number | Promise<number>;
}

/** Where batches go. Everything that throws is tried again later, after {@link BatchTarget.disconnect}. */
export interface BatchTarget {
  readonly store: JournalStore;
  /** A path or a URL. */
  readonly address: string;
  /** Whether there is something to do without any batch. */
  readonly isDue: boolean;
  /** By how much the clock of the host was ahead of the target's when it was last asked, in ms. */
  readonly clockAhead: number;
  /** Connects if it is not connected, does what is due, and keeps the batches. If it throws, it has kept none. */
  take(batches: readonly EventBatch[]): Promise<TakenBatches>;
  /** Ends the connection, but will connect again. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

export interface DeliveryDeps {
  readonly source: BatchSource;
  readonly target: BatchTarget;
  readonly backoff: Backoff;
  /** Failed attempts in a row from which on the target is unreachable: after a broken connection, the next may work. */
  readonly attempts: number;
  readonly report: (report: JournalReport) => void;
  /** Called with every error. */
  readonly failed: (thrown: unknown) => void;
}

/**
 * Whether the target can be reached. `opening` until the first attempt has ended; `behind` and `unreachable` until it
 * has all that waited, with the moment by the steady clock since when, and how many events it has got meanwhile.
 */
type DeliveryState =
  | { readonly kind: 'opening' | 'working' | 'clockWrong' }
  | { readonly kind: 'failing'; readonly attempts: number }
  | { readonly kind: 'unreachable' | 'behind'; readonly since: number; readonly delivered: number };

/**
 * Owns the loop that takes batches from a source to a target in their order, and the state of the connection.
 *
 * Guarantees that a batch leaves the source only after the target has it, and that every change of the state is
 * reported. It never ends before it is closed, and waits longer after each failure.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #closing = new AbortController();
  #state: DeliveryState = { kind: 'opening' };
  #reported: JournalStatus['kind'] | undefined;
  /** `woken`: something was added since the source was read. */
  #waking: 'asleep' | 'woken' = 'asleep';
  #wake: () => void = () => {};
  #loop: Promise<void> | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** There is something to deliver. */
  wake(): void {
    this.#waking = 'woken';
    this.#wake();
  }

  /** Delivers what is left for at most `ms`, unless the target is unreachable, and then nothing more. */
  async finish(ms: number): Promise<void> {
    this.#closing.abort();
    this.#wake();
    if (this.#loop !== undefined) await within(this.#loop, ms);
  }

  /** The same, and closes the target. */
  async close(ms: number): Promise<void> {
    const { target } = this.#deps;
    const end = performance.now() + ms;
    await this.finish(ms);
    const closed = this.#isSound && performance.now() < end ? target.close() : target.disconnect();
    await within(
      closed.catch(() => {}),
      Math.max(100, end - performance.now()),
    );
    // A round that hangs may still connect.
    void this.#loop?.then(() => target.disconnect()).catch(() => {});
  }

  get #isSound(): boolean {
    const { kind } = this.#state;
    return kind === 'opening' || kind === 'working' || kind === 'clockWrong';
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
        // Report the status first: it must be right when the batches are acknowledged.
        this.#succeed(isIdle, count(batches) - taken.failed - taken.dropped);
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
    const { target, backoff } = this.#deps;
    const { store, clockAhead: ahead } = target;
    backoff.succeed();
    const state = this.#state;
    let after: (JournalStatus & { kind: 'working' })['after'];
    if (state.kind === 'unreachable' || state.kind === 'behind') {
      const delivered = state.delivered + written;
      this.#state = { ...state, kind: 'behind', delivered };
      if (!isCaughtUp) return this.#report({ store, kind: 'behind' });
      after = { address: toShownAddress(target.address), away: performance.now() - state.since, delivered };
    }
    const isWrong = Math.abs(ahead) > CLOCK_SKEW_MS;
    this.#state = { kind: isWrong ? 'clockWrong' : 'working' };
    if (!isWrong || after !== undefined) this.#report({ store, kind: 'working', after });
    if (isWrong) this.#report({ store, kind: 'clockWrong', address: toShownAddress(target.address), ahead });
  }

  async #fail(thrown: unknown): Promise<void> {
    this.#deps.failed(thrown);
    const { source, target, attempts: most } = this.#deps;
    const state = this.#state;
    if (state.kind === 'unreachable') return;
    const attempts = state.kind === 'failing' ? state.attempts + 1 : 1;
    if (state.kind === 'behind') this.#state = { ...state, kind: 'unreachable' };
    else if (attempts < most) this.#state = { kind: 'failing', attempts };
    else this.#state = { kind: 'unreachable', since: performance.now(), delivered: 0 };
    if (this.#state.kind !== 'unreachable') return;
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

  /** Attempts are counted only if they cross a network. */
  #reportAttempt(outcome: 'delivered' | 'failed'): void {
    if (this.#deps.target.store === 'database') this.#deps.report({ kind: 'delivery', outcome });
  }

  /** Sleeps for `ms`. Closing ends it; so does new work, unless the target is failing. */
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

function count(batches: readonly EventBatch[]): number {
  return batches.reduce((sum, { events }) => sum + events.length, 0);
}
