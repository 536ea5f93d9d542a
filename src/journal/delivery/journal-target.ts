/** The journal as the target of a delivery: from the queue in memory into a file, or from the spool into a database. */
import { reasonOf } from '../address.js';
import { isUnavailable } from '../is-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, JournalStore } from '../journal-status.js';
import type { Retention } from '../journal.js';
import { SqlJournal } from '../sql-journal.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import { RETENTION_INTERVAL_MS } from '../store/retention.js';
import type { WrittenEvents } from '../store/write-events.js';
import { DatabaseRestored, NO_MARK, type BatchMark, type EventBatch } from './deliver-batches.js';
import { FILE_MOVED, type BatchTarget, type TakenBatches } from './delivery.js';
import { within } from '../../within.js';

/** Longest time to connect, to look at the hosts and to migrate, in ms: then another attempt begins. */
const OPEN_TIMEOUT_MS = 60_000;
/** Shortest time between two reports of bad events, in ms. */
const BAD_EVENT_INTERVAL_MS = 60_000;

export interface JournalTargetDeps {
  readonly store: JournalStore;
  readonly address: string;
  readonly host: JournalHost;
  readonly retention: Retention;
  /** The first events of the games under way, for a journal that lacks them. */
  readonly openGames: () => readonly JournalEvent[];
  readonly report: (report: JournalReport) => void;
  /** Called with every error. */
  readonly failed: (thrown: unknown) => void;
  /** The number of the last batch of this host that the journal has, as far as is known; none unless given. */
  readonly finished?: number;
  /** The steady clock that retention counts by, in ms since 1970. */
  readonly clock: () => number;
}

/**
 * Owns the connection to the journal, and the row of the host in it.
 *
 * Guarantees that each event is written once, whatever dies meanwhile: the transaction that writes a batch also moves a
 * mark. A bad event costs none of the others. It tells other hosts that this one is there, closes the games of those
 * that are gone, deletes old games, and begins the games under way once more in a journal that has lost them: a backup
 * was restored, or another file took the place of the old one: then it fails once, and opens that.
 */
export class JournalTarget implements BatchTarget {
  readonly #deps: JournalTargetDeps;
  #journal: SqlJournal | undefined;
  /** What the journal has of this host's, as far as it has said so to this process. */
  #mark: BatchMark;
  readonly #knownHosts = new Set<string>();
  #renewedAt = -Infinity;
  #forgotAt = -Infinity;
  #reportedBadAt = -Infinity;

  constructor(deps: JournalTargetDeps) {
    this.#deps = deps;
    this.#mark = { number: deps.finished ?? NO_MARK.number, part: 0 };
  }

  get store(): JournalStore {
    return this.#deps.store;
  }

  get address(): string {
    return this.#deps.address;
  }

  get isDue(): boolean {
    const isLate = performance.now() - this.#renewedAt >= RENEWAL_INTERVAL_MS;
    return isLate || this.#journal === undefined || this.#journal.isMoved();
  }

  get clockAhead(): number {
    return this.#journal?.clockAhead ?? 0;
  }

  async take(batches: readonly EventBatch[]): Promise<TakenBatches> {
    const journal = await this.#connect();
    let failed = 0;
    try {
      failed = await this.#deliverAll(journal, batches);
    } catch (thrown) {
      if (!(thrown instanceof DatabaseRestored)) throw thrown;
      await this.#beginAgain(journal, thrown.mark);
      return this.take(batches);
    }
    if (this.#deps.clock() - this.#forgotAt >= RETENTION_INTERVAL_MS) void this.#forget(journal);
    return { failed, dropped: 0 };
  }

  async disconnect(): Promise<void> {
    const journal = this.#journal;
    this.#journal = undefined;
    await journal?.disconnect();
  }

  async close(): Promise<void> {
    const journal = this.#journal;
    this.#journal = undefined;
    await journal?.close();
  }

  /** Opens the journal unless it is open, and renews the row of the host when that is due. */
  async #connect(): Promise<SqlJournal> {
    if (this.#journal === undefined) return this.#open();
    if (this.#journal.isMoved()) throw new Error(FILE_MOVED);
    if (this.isDue) this.#note(await this.#journal.renew());
    return this.#journal;
  }

  async #open(): Promise<SqlJournal> {
    const opening = SqlJournal.openAs(this.#deps.host, this.address);
    const opened = await within(opening, OPEN_TIMEOUT_MS);
    if (opened === undefined) {
      void opening.then(({ journal }) => journal.disconnect()).catch(() => {});
      throw new Error(`it has not answered for ${OPEN_TIMEOUT_MS / 1000} s`);
    }
    this.#note(opened.others);
    return (this.#journal = opened.journal);
  }

  /** The row of the host is renewed, and these others have one. */
  #note(others: readonly JournalHost[]): void {
    const { store, report } = this.#deps;
    this.#renewedAt = performance.now();
    for (const other of others) {
      if (!this.#knownHosts.has(other.id)) report({ kind: 'shared', what: store, other });
      this.#knownHosts.add(other.id);
    }
  }

  /** Returns how many events can never be written. */
  async #deliverAll(journal: SqlJournal, batches: readonly EventBatch[]): Promise<number> {
    let failed = 0;
    if (!(await this.#deliver(journal, batches)))
      for (const batch of batches) failed += await this.#deliverEach(journal, batch);
    return failed;
  }

  /** Writes batches and returns true; or false if one of their events can never be written. */
  async #deliver(
    journal: SqlJournal,
    batches: readonly EventBatch[],
    bad?: (thrown: unknown) => void,
  ): Promise<boolean> {
    const [first] = batches;
    if (first === undefined) return true;
    const isOwn = first.host === this.#deps.host.id;
    try {
      const { mark, ...written } = await journal.deliver(batches, isOwn ? this.#mark : NO_MARK);
      if (isOwn) this.#mark = mark;
      this.#reportWritten(written);
      return true;
    } catch (thrown) {
      if (isUnavailable(thrown) || thrown instanceof DatabaseRestored) throw thrown;
      bad?.(thrown);
      return false;
    }
  }

  /**
   * Writes the events of a batch one by one, but for the bad ones. Returns how many these are. Each part is the batch
   * up to one more event. The mark has passed all before that one, so only the last is written.
   */
  async #deliverEach(journal: SqlJournal, batch: EventBatch): Promise<number> {
    if (await this.#deliver(journal, [batch])) return 0;
    let failed = 0;
    for (let count = 1; count <= batch.events.length; count++) {
      const part = [{ ...batch, events: batch.events.slice(0, count) }];
      if (await this.#deliver(journal, part, (thrown) => this.#reportBad(thrown))) continue;
      await journal.skip(part);
      failed++;
    }
    return failed;
  }

  /** The journal lacks what it had. Of games that have ended, that is lost; the others go on. */
  async #beginAgain(journal: SqlJournal, mark: BatchMark): Promise<void> {
    for (const began of this.#deps.openGames()) {
      await journal.write([began]).catch((thrown: unknown) => {
        // A bad event is reported when it is delivered.
        if (isUnavailable(thrown)) throw thrown;
      });
    }
    this.#mark = mark;
  }

  #reportWritten({ repeated, unreadable }: WrittenEvents): void {
    const { report } = this.#deps;
    if (repeated.length > 0) report({ kind: 'repeated', games: repeated });
    if (unreadable.length > 0) report({ kind: 'unreadable', games: unreadable });
  }

  #reportBad(thrown: unknown): void {
    const now = performance.now();
    if (now - this.#reportedBadAt < BAD_EVENT_INTERVAL_MS) return;
    this.#reportedBadAt = now;
    this.#deps.report({ kind: 'badEvent', reason: reasonOf(thrown, this.address) });
  }

  async #forget(journal: SqlJournal): Promise<void> {
    const { store, retention, report, failed, clock } = this.#deps;
    const now = clock();
    this.#forgotAt = now;
    try {
      const games = await journal.forget(retention, now);
      if (games > 0) report({ kind: 'forgotten', games });
    } catch (thrown) {
      // A connection that has ended since then says nothing, and of a database that is away the next delivery will.
      if (journal !== this.#journal || (store === 'database' && isUnavailable(thrown))) return;
      failed(thrown);
      report({ kind: 'notForgotten', reason: reasonOf(thrown, this.address) });
    }
  }
}
