/** A database that batches are written to: the host's own file, or the journal elsewhere. */
import { reasonOf } from '../address.js';
import { isUnavailable } from '../is-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, JournalStore, SpoolContent } from '../journal-status.js';
import type { Retention } from '../journal.js';
import { SqlJournal } from '../sql-journal.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import { RETENTION_INTERVAL_MS } from '../store/retention.js';
import { SpoolFull } from '../store/spool.js';
import type { WrittenEvents } from '../store/write-events.js';
import { countEvents, DatabaseRestored, NO_MARK, type BatchMark, type EventBatch } from './batches.js';
import { within } from '../../within.js';

/** Longest time to connect, to look at the hosts and to migrate, in ms: then another attempt begins. */
const OPEN_TIMEOUT_MS = 60_000;
const MB = 1024 * 1024;
/** Shortest time between two reports of bad events, in ms. */
const BAD_EVENT_INTERVAL_MS = 60_000;

/** Why a target fails whose file was opened and is no longer at its path. The next attempt begins a new one. */
const FILE_MOVED = 'its file was deleted, moved or replaced';

/** What became of batches that were taken. Events that are in neither count are kept. */
export interface TakenBatches {
  /** How many events can never be written. */
  readonly failed: number;
  /** How many events had no room. */
  readonly dropped: number;
}

export interface JournalTargetDeps {
  readonly store: JournalStore;
  readonly address: string;
  readonly host: JournalHost;
  readonly retention: Retention;
  /** The first events of the games under way, for a journal that lacks them. */
  readonly openGames: () => Promise<readonly JournalEvent[]>;
  readonly report: (report: JournalReport) => void;
  /** Called with every error. */
  readonly failed: (thrown: unknown) => void;
  /** The number of the last batch of this host that the journal has, as far as is known; none unless given. */
  readonly finished?: number;
  /** The steady clock that retention counts by, in ms since 1970. */
  readonly clock: () => number;
  /** Batches are kept in the spool, for a journal elsewhere; called with what that holds. */
  readonly spooled?: ((content: SpoolContent) => void) | undefined;
}

/**
 * Owns the connection to a database, and the row of the host in it.
 *
 * Guarantees that each event is written once, whatever dies meanwhile: the transaction that writes a batch also moves a
 * mark. A bad event costs none of the others; a spool that is full drops the newest. It tells other hosts that this
 * one is there, closes the games of those that are gone, deletes old games, and begins the games under way once more in
 * a journal that has lost them: a backup was restored, or another file took the place of the old one: then it fails
 * once, and opens that. Everything that throws is to be tried again, after {@link JournalTarget.disconnect}.
 */
export class JournalTarget {
  readonly #deps: JournalTargetDeps;
  #journal: SqlJournal | undefined;
  /** What the journal has of this host's, as far as it has said so to this process. */
  #mark: BatchMark;
  /** `torn`: events were dropped or have disappeared with their file, perhaps the beginnings of games. */
  #stream: 'whole' | 'torn' = 'whole';
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

  /** The connection, while there is one. */
  get journal(): SqlJournal | undefined {
    return this.#journal;
  }

  /** Whether there is something to do without any batch. */
  get isDue(): boolean {
    const isLate = performance.now() - this.#renewedAt >= RENEWAL_INTERVAL_MS;
    return isLate || this.#journal === undefined || this.#journal.isMoved();
  }

  /** By how much the clock of the host was ahead of the database's when it was last asked, in ms. */
  get clockAhead(): number {
    return this.#journal?.clockAhead ?? 0;
  }

  /** Connects if it is not connected, does what is due, and keeps the batches. If it throws, it has kept none. */
  async take(batches: readonly EventBatch[]): Promise<TakenBatches> {
    const journal = await this.#connect();
    try {
      if (this.#deps.spooled !== undefined) return { failed: 0, dropped: await this.#spool(journal, batches) };
      const failed = await this.#writeAll(journal, batches);
      if (this.#deps.clock() - this.#forgotAt >= RETENTION_INTERVAL_MS) void this.#forget(journal);
      return { failed, dropped: 0 };
    } catch (thrown) {
      if (!(thrown instanceof DatabaseRestored)) throw thrown;
      this.#stream = 'torn';
      if (this.#deps.spooled === undefined) await this.#beginAgain(journal);
      this.#mark = thrown.mark;
      return this.take(batches);
    }
  }

  /** Ends the connection, but will connect again. */
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

  /** Keeps batches in the spool. Returns how many events had no room. */
  async #spool(journal: SqlJournal, batches: readonly EventBatch[]): Promise<number> {
    const { openGames, retention } = this.#deps;
    const begun = this.#stream === 'torn' ? await openGames() : [];
    let dropped = 0;
    try {
      if (batches.length > 0) this.#mark = await journal.spool(batches, this.#mark, begun, retention.keepMb * MB);
      if (batches.length > 0) this.#stream = 'whole';
    } catch (thrown) {
      if (!(thrown instanceof SpoolFull)) throw thrown;
      this.#stream = 'torn';
      dropped = countEvents(batches.filter(({ number }) => number > this.#mark.number));
    }
    // The events are kept: if this threw, they would be kept twice.
    await journal.spoolContent().then(this.#deps.spooled, () => {});
    return dropped;
  }

  /** Returns how many events can never be written. */
  async #writeAll(journal: SqlJournal, batches: readonly EventBatch[]): Promise<number> {
    let failed = 0;
    if (!(await this.#write(journal, batches)))
      for (const batch of batches) failed += await this.#writeEach(journal, batch);
    return failed;
  }

  /** Writes batches and returns true; or false if one of their events can never be written. */
  async #write(journal: SqlJournal, batches: readonly EventBatch[], bad?: (thrown: unknown) => void): Promise<boolean> {
    const [first] = batches;
    if (first === undefined) return true;
    const isOwn = first.host === this.#deps.host.id;
    try {
      const { mark, written } = await journal.writeOnce(batches, isOwn ? this.#mark : NO_MARK);
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
  async #writeEach(journal: SqlJournal, batch: EventBatch): Promise<number> {
    if (await this.#write(journal, [batch])) return 0;
    let failed = 0;
    for (let count = 1; count <= batch.events.length; count++) {
      const part = [{ ...batch, events: batch.events.slice(0, count) }];
      if (await this.#write(journal, part, (thrown) => this.#reportBad(thrown))) continue;
      await journal.skip(part);
      failed++;
    }
    return failed;
  }

  /** The journal lacks what it had. Of games that have ended, that is lost; the others go on. */
  async #beginAgain(journal: SqlJournal): Promise<void> {
    for (const began of await this.#deps.openGames()) {
      await journal.write([began]).catch((thrown: unknown) => {
        // A bad event is reported when its batch is written.
        if (isUnavailable(thrown)) throw thrown;
      });
    }
  }

  #reportWritten({ repeated, unreadable, judged }: WrittenEvents): void {
    const { report } = this.#deps;
    if (repeated.length > 0) report({ kind: 'repeated', games: repeated });
    if (unreadable.length > 0) report({ kind: 'unreadable', games: unreadable });
    if (judged.length > 0) report({ kind: 'judged', answers: judged });
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
      const forgotten = await journal.forget(retention, now);
      if (forgotten !== undefined) report({ kind: 'forgotten', ...forgotten });
    } catch (thrown) {
      // A connection that has ended since then says nothing, and of a database that is away the next batch will.
      if (journal !== this.#journal || (store === 'database' && isUnavailable(thrown))) return;
      failed(thrown);
      report({ kind: 'notForgotten', reason: reasonOf(thrown, this.address) });
    }
  }
}
