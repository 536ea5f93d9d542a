/** A database as a target of batches: the host's file, or a remote journal. */
import { reasonOf } from '../../exchange/service-url.js';
import { isUnavailable } from '../is-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, JournalStore, SpoolContent } from '../journal-status.js';
import type { Retention } from '../journal.js';
import { SqlJournal } from '../sql-journal.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import { RETENTION_INTERVAL_MS } from '../store/retention.js';
import { readSpoolContent, SpoolFull } from '../store/spool.js';
import type { WrittenEvents } from '../store/writing/writing.js';
import { DatabaseRestored, NO_MARK, skipBatches, type BatchMark, type EventBatch } from './batches.js';
import { within } from '../../processes/timing.js';

/** Longest time to connect, renew the host's row and migrate, in ms: then another attempt begins. */
const OPEN_TIMEOUT_MS = 60_000;
const MB = 1024 * 1024;
/** Shortest time between two reports of bad events, in ms. */
const BAD_EVENT_INTERVAL_MS = 60_000;

/** Why a target fails if its file was opened and is no longer at its path. The next attempt opens a new file. */
const FILE_MOVED = 'its file was deleted, moved or replaced';

/** The result of delivered batches. Events in neither list are kept. */
export interface TakenBatches {
  /** Events that can never be written. */
  readonly failed: readonly JournalEvent[];
  /** Events that had no room. */
  readonly dropped: readonly JournalEvent[];
}

export interface JournalTargetDeps {
  readonly store: JournalStore;
  readonly address: string;
  readonly host: JournalHost;
  readonly retention: Retention;
  /** The first events of the games in progress, for a journal that lacks them. */
  readonly openGames: () => Promise<readonly JournalEvent[]>;
  readonly report: (report: JournalReport) => void;
  /** Called with every error. */
  readonly failed: (thrown: unknown) => void;
  /** This host's last batch in the journal, as far as is known (default: none). */
  readonly finished?: number;
  /** The steady clock of retention, in ms since 1970. */
  readonly clock: () => number;
  /** Set if batches go to the spool, for a remote journal; receives the spool's content. */
  readonly spooled?: ((content: SpoolContent) => void) | undefined;
}

/**
 * Owns the connection to a database, and the row of the host in it.
 *
 * Guarantees that each event is written once, whatever crashes: the transaction that writes a batch also moves a mark.
 * A bad event costs no other event; a full spool drops the newest events. It keeps the host's row alive, closes the
 * games of hosts that have disappeared, deletes old games, and writes the games in progress again into a journal that
 * has lost them, because a backup was restored or the file was replaced (then it fails once and opens the new file).
 * After an error, call {@link JournalTarget.disconnect} and try again.
 */
export class JournalTarget {
  readonly store: JournalStore;
  readonly address: string;
  readonly #deps: JournalTargetDeps;
  #journal: SqlJournal | undefined;
  /** The mark of this host, as far as the journal has confirmed it to this process. */
  #mark: BatchMark;
  /** `incomplete`: some events are missing, possibly the start of running games. */
  #stream: 'complete' | 'incomplete' = 'complete';
  readonly #knownHosts = new Set<string>();
  #renewedAt = -Infinity;
  #forgotAt = -Infinity;
  #reportedBadAt = -Infinity;

  constructor(deps: JournalTargetDeps) {
    this.store = deps.store;
    this.address = deps.address;
    this.#deps = deps;
    this.#mark = { number: deps.finished ?? NO_MARK.number, part: 0 };
  }

  get journal(): SqlJournal | undefined {
    return this.#journal;
  }

  /** Whether there is work without any batch. */
  get isDue(): boolean {
    const isLate = performance.now() - this.#renewedAt >= RENEWAL_INTERVAL_MS;
    return isLate || this.#journal === undefined || this.#journal.isMoved();
  }

  /** How far the host's clock was ahead of the database's at the last check, in ms. */
  get clockAhead(): number {
    return this.#journal?.clockAhead ?? 0;
  }

  /** Connects if necessary, does what is due, and keeps the batches. If it throws, it has kept none. */
  async take(batches: readonly EventBatch[]): Promise<TakenBatches> {
    const journal = await this.#connect();
    try {
      if (this.#deps.spooled !== undefined) return { failed: [], dropped: await this.#spool(journal, batches) };
      const failed = await this.#writeAll(journal, batches);
      if (this.#deps.clock() - this.#forgotAt >= RETENTION_INTERVAL_MS) void this.#forget(journal);
      return { failed, dropped: [] };
    } catch (thrown) {
      if (!(thrown instanceof DatabaseRestored)) throw thrown;
      this.#stream = 'incomplete';
      if (this.#deps.spooled === undefined) await this.#beginAgain(journal);
      this.#mark = thrown.mark;
      return this.take(batches);
    }
  }

  /** Disconnects; the next call connects again. */
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

  /** Opens the journal if necessary, and renews the host's row when that is due. */
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

  /** The host's row was renewed, and these other hosts have one. */
  #note(others: readonly JournalHost[]): void {
    const { store, report } = this.#deps;
    this.#renewedAt = performance.now();
    for (const other of others) {
      if (!this.#knownHosts.has(other.id)) report({ kind: 'shared', what: store, other });
      this.#knownHosts.add(other.id);
    }
  }

  /** Keeps batches in the spool. Returns the events that had no room. */
  async #spool(journal: SqlJournal, batches: readonly EventBatch[]): Promise<readonly JournalEvent[]> {
    const { openGames, retention } = this.#deps;
    const begun = this.#stream === 'incomplete' ? await openGames() : [];
    let dropped: readonly JournalEvent[] = [];
    try {
      if (batches.length > 0) this.#mark = await journal.spool(batches, this.#mark, begun, retention.keepMb * MB);
      if (batches.length > 0) this.#stream = 'complete';
    } catch (thrown) {
      if (!(thrown instanceof SpoolFull)) throw thrown;
      this.#stream = 'incomplete';
      dropped = batches.filter(({ number }) => number > this.#mark.number).flatMap(({ events }) => events);
    }
    // The events are kept: throwing here would keep them twice.
    await readSpoolContent(journal.db).then(this.#deps.spooled, () => {});
    return dropped;
  }

  /** Returns the events that can never be written. */
  async #writeAll(journal: SqlJournal, batches: readonly EventBatch[]): Promise<readonly JournalEvent[]> {
    const failed: JournalEvent[] = [];
    if (!(await this.#write(journal, batches)))
      for (const batch of batches) failed.push(...(await this.#writeEach(journal, batch)));
    return failed;
  }

  /** Writes batches and returns true; or returns false if an event can never be written. */
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
   * Writes the events of a batch one by one, except the bad ones, which it returns. Each part is the batch up
   * to one more event; the mark has passed all earlier ones, so only the last is written.
   */
  async #writeEach(journal: SqlJournal, batch: EventBatch): Promise<readonly JournalEvent[]> {
    if (await this.#write(journal, [batch])) return [];
    const failed: JournalEvent[] = [];
    for (let count = 1; count <= batch.events.length; count++) {
      const part = [{ ...batch, events: batch.events.slice(0, count) }];
      if (await this.#write(journal, part, (thrown) => this.#reportBad(thrown))) continue;
      await journal.db.transaction().execute((db) => skipBatches(db, part));
      failed.push(batch.events[count - 1]!);
    }
    return failed;
  }

  /** The journal has lost events. Finished games are lost; games in progress continue. */
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
      // A closed connection means nothing here, and the next batch reports an unreachable database.
      if (journal !== this.#journal || (store === 'database' && isUnavailable(thrown))) return;
      failed(thrown);
      report({ kind: 'notForgotten', reason: reasonOf(thrown, this.address) });
    }
  }
}
