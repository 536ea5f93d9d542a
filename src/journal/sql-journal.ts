/** A journal over a database, whichever that is. `thread.ts` runs one beside the host; commands read with one directly. */
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

export class SqlJournal implements JournalReader {
  readonly #db: Database;
  readonly #dialect: SqlDialect;

  constructor({ db, dialect }: EmbeddedDatabase) {
    this.#db = db;
    this.#dialect = dialect;
  }

  /** Opens an embedded journal to write to: with the tables of today, and what a process that is gone left open closed. */
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

  /** Opens what is there to read it, beside the host that may be writing. Throws where there is nothing. */
  static async read(path: string): Promise<SqlJournal> {
    return new SqlJournal(await openEmbedded(path, 'read'));
  }

  /** Writes all of them, or throws and has written none. */
  async write(entries: readonly JournalEvent[]): Promise<void> {
    if (entries.length > 0) await this.#db.transaction().execute((db) => writeEvents(db, entries));
  }

  /** Lets go of what is too old or too much; returns the number of games. */
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
        // Its turns cannot be read, and would be as unreadable at the next try: all other games are not to wait for that.
        await this.#db.transaction().execute((db) => closeWithoutTurns(db, id, at));
      }
    }
  }
}

/** Whether an error is the disk's, which may be well again later, and not ours. */
export function isDiskError(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) & 0xff : undefined;
  return (
    (code !== undefined && DISK_CODES.has(code)) ||
    /^E(NOSPC|IO|ACCES|PERM|ROFS|EXIST|NOTDIR)\b/.test(messageOf(thrown))
  );
}

/** SQLite's: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const DISK_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
