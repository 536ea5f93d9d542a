/** A journal over an SQL database. The journal's threads run one beside the host; commands read with one directly. */
import { messageOf } from '../errors.js';
import type { JournalEvent } from './journal-event.js';
import { closeGame, closeWithoutTurns } from './store/close-game.js';
import { IN_MEMORY, openEmbedded, type EmbeddedDatabase } from './store/embedded.js';
import type { JournalReader, Retention } from './journal.js';
import type { GameFilter, GamePage, GameQuery, GameSummary, KeptGame } from './kept-game.js';
import { migrate } from './store/migrations.js';
import { findGame, findIds, listGames } from './store/read-games.js';
import { report, type Report } from './report/report.js';
import { forgetGames, openGames } from './store/retention.js';
import type { Database, SqlDialect } from './store/tables.js';
import { writeEvents } from './store/write-events.js';

/**
 * A journal in an SQL database. It owns the connection, and {@link SqlJournal.close} closes it.
 *
 * It guarantees that a batch of events is written as a whole or not at all, and that no game stays open whose process
 * is gone. It never retries and never queues: `thread-main.ts` does both.
 */
export class SqlJournal implements JournalReader {
  readonly #db: Database;
  readonly #dialect: SqlDialect;

  constructor({ db, dialect }: EmbeddedDatabase) {
    this.#db = db;
    this.#dialect = dialect;
  }

  /**
   * Opens an embedded journal for writing. Creates or migrates its tables, and closes the games that an earlier process
   * left open as abandoned. Throws what the disk says, or an error if a later release wrote the file.
   */
  static async open(path = IN_MEMORY): Promise<SqlJournal> {
    const embedded = await openEmbedded(path);
    try {
      await migrate(embedded.db, embedded.dialect);
      const journal = new SqlJournal(embedded);
      await journal.#closeAbandoned();
      return journal;
    } catch (thrown) {
      await embedded.db.destroy();
      throw thrown;
    }
  }

  /** Opens an existing journal for reading, while a host may be writing to it. Throws if there is none. */
  static async read(path: string): Promise<SqlJournal> {
    return new SqlJournal(await openEmbedded(path, 'read'));
  }

  /** Writes all events, or throws and has written none. */
  async write(events: readonly JournalEvent[]): Promise<void> {
    if (events.length > 0) await this.#db.transaction().execute((db) => writeEvents(db, events));
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

  report(filter: GameFilter): Promise<Report> {
    return report(this.#db, this.#dialect, filter);
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #closeAbandoned(): Promise<void> {
    const at = Date.now();
    for (const id of await openGames(this.#db)) {
      try {
        await this.#db.transaction().execute((db) => closeGame(db, id, { at, outcome: { result: 'abandoned' } }));
      } catch (thrown) {
        if (isDiskError(thrown)) throw thrown;
        // Its turns can never be read; the other games must not wait for this one.
        await this.#db.transaction().execute((db) => closeWithoutTurns(db, id, at));
      }
    }
  }
}

/** Whether an error comes from the disk or the database file, so that a later attempt may succeed. */
export function isDiskError(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) & 0xff : undefined;
  return (
    (code !== undefined && DISK_CODES.has(code)) ||
    /^E(NOSPC|IO|ACCES|PERM|ROFS|EXIST|NOTDIR)\b/.test(messageOf(thrown))
  );
}

/** SQLite's result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const DISK_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
