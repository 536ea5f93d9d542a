/** A journal in a file or on a server. Each process of a host's journal has one; commands use one to read. */
import type { JournalEvent } from './journal-event.js';
import type { GameRef } from '../wire/resources.js';
import { isUnavailable } from './is-unavailable.js';
import { openDatabase } from './open-database.js';
import { closeGame, closeWithoutTurns } from './store/close-game.js';
import { IN_MEMORY } from './store/embedded.js';
import { JournalReader, type JsonOf, type Retention, type Query } from './journal.js';
import { importGame, type ImportResult, writeEvents } from './store/write-events.js';
import type { WrittenEvents } from './store/writing/writing.js';
import { createJournalHost, findOtherHosts, removeHost, renewHost, type JournalHost } from './store/hosts.js';
import type { GameAnalysis } from '../views/analysis.js';
import type { GameRow } from '../views/game-rows.js';
import { packText } from './store/packed-turns.js';
import { keepRatings } from './store/ratings.js';
import type { Rating } from '../views/report-lines.js';
import { findOrphans, forgetGames, isOrphan, type ForgottenGames, type OrphanRow } from './store/retention.js';
import { writeOnce, type BatchMark, type EventBatch } from './delivery/batches.js';
import { orClose } from './store/migrations.js';
import { keepBatch } from './store/spool.js';
import type { Database, OpenDatabase, SqlDialect } from './store/tables.js';

/**
 * A journal in an SQL database. It owns the connection and, while it writes, the row of its host; {@link
 * SqlJournal.close} ends both.
 *
 * It guarantees that a batch of events is written as a whole or not at all, that no game of a vanished host stays open,
 * and that it never closes the games of another host. It never retries and never queues: `delivery/` does both.
 */
export class SqlJournal extends JournalReader implements OpenDatabase {
  readonly db: Database;
  readonly dialect: SqlDialect;
  /** Whether the file at its path was deleted, moved or replaced. */
  readonly isMoved: () => boolean;
  /** Absent while it only reads or imports. */
  readonly #host: JournalHost | undefined;
  #clockAhead = 0;

  constructor({ db, dialect, isMoved }: OpenDatabase, host?: JournalHost) {
    super();
    this.db = db;
    this.dialect = dialect;
    this.isMoved = isMoved;
    this.#host = host;
  }

  /** Opens a journal for writing, as a new host. */
  static async open(address = IN_MEMORY): Promise<SqlJournal> {
    return (await SqlJournal.openAs(createJournalHost(), address)).journal;
  }

  /**
   * Opens a journal for writing. Creates or migrates its tables. Games that a vanished host left open are closed as
   * abandoned. Throws the error of the disk or server, or an error if another version wrote the database.
   *
   * @param address the path of a file, or the URL of a PostgreSQL database
   * @returns the journal, and the other hosts that write to it now
   */
  static async openAs(host: JournalHost, address: string) {
    const opened = await openDatabase(address, 'write');
    const journal = new SqlJournal(opened, host);
    return { journal, others: await orClose(opened.db, () => journal.renew()) };
  }

  /**
   * Opens an existing journal for reading, while hosts may be writing to it. Throws if it does not exist, or if no host
   * of this release has written to it yet.
   */
  static async read(address: string): Promise<SqlJournal> {
    return new SqlJournal(await openDatabase(address, 'read'));
  }

  /**
   * Opens a journal to import games into it, while hosts may be writing to it. Creates or migrates its tables. Throws
   * the error of the disk or server, or an error if the file is no database or another version wrote it.
   */
  static async openToImport(address: string): Promise<SqlJournal> {
    return new SqlJournal(await openDatabase(address, 'import'));
  }

  /** How far our clock was ahead of the database's at the last check, in ms, give or take half of a round trip. */
  get clockAhead(): number {
    return this.#clockAhead;
  }

  /**
   * Renews this host's row. Games of vanished hosts are closed as abandoned. Call it at least once in {@link
   * RENEWAL_INTERVAL_MS}. Returns the other hosts.
   */
  async renew(): Promise<readonly JournalHost[]> {
    if (this.#host === undefined) return [];
    const asked = Date.now();
    const now = await this.dialect.now();
    this.#clockAhead = (asked + Date.now()) / 2 - now;
    await renewHost(this.db, this.#host, now);
    const others = await findOtherHosts(this.db, this.#host, now);
    await this.#closeOrphans([this.#host, ...others]);
    return others;
  }

  /** Writes all events, or throws and writes none. Returns what should be logged. */
  async write(events: readonly JournalEvent[]): Promise<WrittenEvents> {
    if (events.length === 0) return { repeated: [], unreadable: [], judged: [] };
    const host = this.#host?.id ?? '';
    return this.#change(events, (db) => writeEvents(db, events, { host }));
  }

  /**
   * Writes the events of one host's batches that the database does not have yet, all or none. Throws a
   * `DatabaseRestored` if it has fewer than `least`.
   */
  writeOnce(batches: readonly EventBatch[], least: BatchMark) {
    const games = batches.flatMap((batch) => batch.events);
    return this.#change(games, (db) => writeOnce(db, batches, least, (batch) => writeEvents(db, batch.events, batch)));
  }

  /**
   * Adds batches to the spool of the host's file, behind the events `begun`. Throws a `SpoolFull` if there is no room.
   */
  async spool(
    batches: readonly EventBatch[],
    least: BatchMark,
    begun: readonly JournalEvent[],
    maxBytes: number,
  ): Promise<BatchMark> {
    const { mark } = await this.#change([], (db) =>
      writeOnce(db, batches, least, (batch) =>
        keepBatch(db, { ...batch, events: [...begun, ...batch.events] }, maxBytes),
      ),
    );
    return mark;
  }

  /** Writes the events of an imported game, all or none of them. The same game of the same snake is stored once. */
  importGame(events: readonly JournalEvent[]): Promise<ImportResult> {
    return this.#change(events, (db) => importGame(db, events));
  }

  /** Stores a search's analysis of a finished game, in place of an earlier one. */
  async keepAnalysis(game: GameRow, analysis: GameAnalysis): Promise<void> {
    const packed = packText(JSON.stringify(analysis));
    await this.#change([game], (db) =>
      db.updateTable('games').set({ analysis: packed }).where('id', '=', game.id).execute(),
    );
  }

  /** Stores ratings of snakes, all or none. Resolves with how many have changed. */
  keepRatings(ratings: readonly Rating[]): Promise<number> {
    return this.db.transaction().execute((db) => keepRatings(db, ratings));
  }

  /** Deletes the games that retention no longer covers. `now` in ms since 1970. */
  forget(retention: Retention, now: number): Promise<ForgottenGames | undefined> {
    return forgetGames(this.db, this.dialect, retention, now);
  }

  ask<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<Result> {
    return query.run(this, argument);
  }

  async askJson<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>> {
    return JSON.stringify(await this.ask(query, argument));
  }

  /** Disconnects, and leaves the host's row: it will return. */
  disconnect(): Promise<void> {
    return this.db.destroy();
  }

  async close(): Promise<void> {
    try {
      if (this.#host !== undefined) await removeHost(this.db, this.#host);
    } finally {
      await this.db.destroy();
    }
  }

  async #closeOrphans(hosts: readonly JournalHost[]): Promise<void> {
    const ids = hosts.map(({ id }) => id);
    for (const game of await findOrphans(this.db, ids)) {
      try {
        await this.#abandon(game, closeGame);
      } catch (thrown) {
        if (isUnavailable(thrown)) throw thrown;
        // Its turns can never be read; other games must not wait for it.
        await this.#abandon(game, closeWithoutTurns);
      }
    }
  }

  /** Closes a game of a vanished host, unless another host has closed it or plays it by now. */
  #abandon(game: OrphanRow, close: typeof closeGame | typeof closeWithoutTurns): Promise<void> {
    return this.#change([game], async (db) => {
      if (await isOrphan(db, game)) await close(db, game.id, { at: Date.now(), outcome: { result: 'abandoned' } });
    });
  }

  /** A transaction that changes these games only. No one else changes them until it has ended. */
  #change<T>(games: readonly GameRef[], change: (db: Database) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(async (db) => {
      await this.dialect.lockGames(db, games);
      return change(db);
    });
  }
}
