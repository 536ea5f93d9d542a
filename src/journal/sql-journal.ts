/** A journal over an SQL database. The journal's threads run one beside the host; commands read with one directly. */
import type { JournalEvent } from './journal-event.js';
import { closeGame, closeWithoutTurns } from './store/close-game.js';
import { isDiskError } from './store/files.js';
import { IN_MEMORY, openEmbedded, type EmbeddedDatabase } from './store/embedded.js';
import type { JournalReader, Retention } from './journal.js';
import type { GamePage, GameQuery, GameSummary, KeptGame, ReportFilter } from './kept-game.js';
import type { FilterNames } from '../page/api/game.js';
import { importGame, type KeptImport } from './import-game.js';
import { createJournalHost, findOtherHosts, removeHost, renewHost, type JournalHost } from './store/hosts.js';
import { expectMigrated, migrate } from './store/migrations.js';
import { findGame, findIds, listGames, listNames } from './store/read-games.js';
import { findSidesChange, type LiveExperiment, type SidesChange } from './report/experiment-sides.js';
import { show, type ShowQuestion } from './show/show.js';
import { report, type Report } from './report/report.js';
import { study, type QuestionAbout, type Studies } from './report/study.js';
import { viewGame, type FramesQuery, type ViewedGame } from './viewer/view-game.js';
import { forgetGames, findOrphans } from './store/retention.js';
import type { Database, SqlDialect } from './store/tables.js';
import { writeEvents, type WrittenEvents } from './store/write-events.js';

/** What opening a journal for writing found out. */
export interface OpenedJournal {
  readonly journal: SqlJournal;
  /** The other hosts that write to it now. */
  readonly others: readonly JournalHost[];
  /** The new path of a file that was in the way because it is no database. */
  readonly setAside: string | undefined;
}

/**
 * A journal in an SQL database. It owns the connection and, while it writes, the row of its host;
 * {@link SqlJournal.close} ends both.
 *
 * It guarantees that a batch of events is written as a whole or not at all, that no game stays open whose host is gone,
 * and that it never closes the games of another host. It never retries and never queues: `thread-main.ts` does both.
 */
export class SqlJournal implements JournalReader {
  readonly #db: Database;
  readonly #dialect: SqlDialect;
  /** Absent while it only reads or imports. */
  readonly #host: JournalHost | undefined;
  /** See `EventSource` in write-events.ts. */
  readonly #runs = new Map<string, string>();

  constructor({ db, dialect }: Pick<EmbeddedDatabase, 'db' | 'dialect'>, host?: JournalHost) {
    this.#db = db;
    this.#dialect = dialect;
    this.#host = host;
  }

  /** Opens an embedded journal for writing. The same as {@link SqlJournal.openAs} for a host that is new. */
  static async open(path = IN_MEMORY): Promise<SqlJournal> {
    return (await SqlJournal.openAs(createJournalHost(), path)).journal;
  }

  /**
   * Opens an embedded journal for writing. Creates or migrates its tables, and closes the games as abandoned that were
   * left open by a host that is gone. Throws what the disk says, or an error if a later release wrote the file.
   */
  static async openAs(host: JournalHost, path: string): Promise<OpenedJournal> {
    const embedded = await openEmbedded(path);
    try {
      await migrate(embedded.db, embedded.dialect);
      const journal = new SqlJournal(embedded, host);
      return { journal, others: await journal.renew(), setAside: embedded.setAside };
    } catch (thrown) {
      await embedded.db.destroy();
      throw thrown;
    }
  }

  /**
   * Opens an existing journal for reading, while a host may be writing to it. Throws if there is none, or if no host of
   * this release has written to it yet.
   */
  static async read(path: string): Promise<SqlJournal> {
    const embedded = await openEmbedded(path, 'read');
    try {
      await expectMigrated(embedded.db);
      return new SqlJournal(embedded);
    } catch (thrown) {
      await embedded.db.destroy();
      throw thrown;
    }
  }

  /**
   * Opens a journal to import games into it, while hosts may be writing to it. Creates or migrates its tables. Throws
   * what the disk says, or an error if the file is no database or a later release wrote it.
   */
  static async openToImport(path: string): Promise<SqlJournal> {
    const embedded = await openEmbedded(path, 'import');
    try {
      await migrate(embedded.db, embedded.dialect);
      return new SqlJournal(embedded);
    } catch (thrown) {
      await embedded.db.destroy();
      throw thrown;
    }
  }

  /**
   * Says that this host still runs, and closes the games of hosts that are gone as abandoned. To be called at least
   * once in {@link RENEWAL_INTERVAL_MS}. Returns the other hosts.
   */
  async renew(): Promise<readonly JournalHost[]> {
    if (this.#host === undefined) return [];
    const now = Date.now();
    await renewHost(this.#db, this.#host, now);
    const others = await findOtherHosts(this.#db, this.#host, now);
    await this.#closeOrphans([this.#host, ...others]);
    return others;
  }

  /** Writes all events, or throws and has written none. Returns what is worth a log line. */
  async write(events: readonly JournalEvent[]): Promise<WrittenEvents> {
    if (events.length === 0) return { repeated: [], unreadable: [] };
    const source = { host: this.#host?.id ?? '', runs: this.#runs };
    try {
      return await this.#db.transaction().execute((db) => writeEvents(db, events, source));
    } catch (thrown) {
      this.#runs.clear();
      throw thrown;
    }
  }

  /** Writes the events of an imported game, all or none of them. The same game of the same snake is kept once. */
  importGame(events: readonly JournalEvent[]): Promise<KeptImport> {
    return this.#db.transaction().execute((db) => importGame(db, events));
  }

  /** Deletes the games that retention no longer covers. Returns how many. `now` in ms since 1970. */
  forget(retention: Retention, now: number): Promise<number> {
    return forgetGames(this.#db, this.#dialect, retention, now);
  }

  listGames(query: GameQuery): Promise<GamePage> {
    return listGames(this.#db, query);
  }

  findGame(id: string): Promise<KeptGame | undefined> {
    return findGame(this.#db, id);
  }

  findIds(word: string): Promise<GameSummary[]> {
    return findIds(this.#db, word);
  }

  async viewGame({ id, ...page }: FramesQuery): Promise<ViewedGame | undefined> {
    const game = await this.findGame(id);
    return game && viewGame(game, page);
  }

  findSidesChange(present: LiveExperiment): Promise<SidesChange | undefined> {
    return findSidesChange(this.#db, present);
  }

  listNames(): Promise<FilterNames> {
    return listNames(this.#db);
  }

  show(question: ShowQuestion): Promise<string | undefined> {
    return show(this.#db, question);
  }

  report(filter: ReportFilter): Promise<Report> {
    return report(this.#db, this.#dialect, filter);
  }

  study<About extends keyof Studies>(question: QuestionAbout<About>): Promise<Studies[About]> {
    return study(this.#db, this.#dialect, question) as Promise<Studies[About]>;
  }

  async close(): Promise<void> {
    try {
      if (this.#host !== undefined) await removeHost(this.#db, this.#host);
    } finally {
      await this.#db.destroy();
    }
  }

  async #closeOrphans(hosts: readonly JournalHost[]): Promise<void> {
    const abandoned = { at: Date.now(), outcome: { result: 'abandoned' } } as const;
    const ids = hosts.map(({ id }) => id);
    for (const id of await findOrphans(this.#db, ids)) {
      try {
        await this.#db.transaction().execute((db) => closeGame(db, id, abandoned));
      } catch (thrown) {
        if (isDiskError(thrown)) throw thrown;
        // Its turns can never be read; the other games must not wait for this one.
        await this.#db.transaction().execute((db) => closeWithoutTurns(db, id, abandoned));
      }
    }
  }
}
