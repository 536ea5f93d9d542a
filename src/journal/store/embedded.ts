/** The embedded database: SQLite in a file. */
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { messageOf } from '../../errors/errors.js';
import { makeFolder } from '../../processes/make-folder.js';
import { identifyFile, removeLeftovers, closeSqliteFile, openSqliteFile, type SqliteFile } from './sqlite-file.js';
import { expectUnchanged } from './migrations.js';
import type { Database, OpenDatabase, OpenMode, Tables } from './tables.js';

const TYPES = { bytes: 'blob', text: 'text' } as const;

/** Instead of a path: a database in memory. */
export const IN_MEMORY = ':memory:';

/** Pages returned to the file system in one step: other users wait meanwhile, and the log of changes grows. */
const SHRINK_PAGES = 500;

/**
 * Opens a database file. Throws the disk's error.
 *
 * @param mode `write` and `import` create the file and its directory if they are missing; `read` changes nothing.
 */
export async function openEmbedded(path: string, mode: OpenMode = 'write'): Promise<OpenDatabase> {
  if (path !== IN_MEMORY && mode !== 'read') {
    makeFolder(dirname(path));
    removeLeftovers(path);
  }
  const file = await openSqliteFile(path, mode);
  const opened = identify(path);
  return {
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(file, mode !== 'read') }) }),
    dialect: {
      ...TYPES,
      join: 'group_concat',
      now: () => Promise.resolve(Date.now()),
      identify: () => Promise.resolve(identify(path)),
      size: () =>
        Promise.resolve(
          (numberOf(file, 'page_count') - numberOf(file, 'freelist_count')) * numberOf(file, 'page_size'),
        ),
      shrink: () => shrink(file),
      lockGames: lockFile,
      alone: (action) => action(),
    },
    isMoved: () => path !== IN_MEMORY && identify(path) !== opened,
  };
}

function identify(path: string): string {
  const identity = path === IN_MEMORY ? undefined : identifyFile(path);
  return identity === undefined ? randomUUID() : `file ${identity.dev} ${identity.ino}`;
}

/** A transaction that reads first fails at once if a host is writing; one that writes first waits. */
async function lockFile(db: Database): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', '').execute();
  await expectUnchanged(db, TYPES);
}

async function shrink(file: SqliteFile): Promise<void> {
  for (let free = numberOf(file, 'freelist_count'); free > 0; free -= SHRINK_PAGES) {
    file.exec(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`);
    await setImmediate();
  }
  file.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

function numberOf(file: SqliteFile, pragma: string): number {
  const [row] = file.prepare(`PRAGMA ${pragma}`).all() as [Record<string, number>];
  return row[pragma]!;
}

/**
 * Rolls back. On a full disk SQLite has already done so; the caller must see the disk error, not the failed ROLLBACK.
 */
function rollBack(file: SqliteFile): { changes: number; lastInsertRowid: number } {
  try {
    file.exec('rollback');
  } catch (thrown) {
    if (!messageOf(thrown).includes('no transaction is active')) throw thrown;
  }
  return { changes: 0, lastInsertRowid: 0 };
}

/** Most prepared statements kept. A journal has far fewer kinds, but each number of rows per write is another. */
const MAX_STATEMENTS = 100;

/** A database as Kysely's SQLite dialect expects it. */
function adapt(file: SqliteFile, isWritten: boolean): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => (isWritten ? closeSqliteFile(file) : file.close()),
    prepare(sql) {
      let statement = ready.get(sql);
      if (statement === undefined) {
        const prepared = file.prepare(sql);
        statement = {
          reader: prepared.columns().length > 0,
          all: (values) => prepared.all(...values),
          run: sql === 'rollback' ? () => rollBack(file) : (values) => prepared.run(...values),
          iterate: (values) => prepared.iterate(...values),
        };
        if (ready.size >= MAX_STATEMENTS) ready.clear();
        ready.set(sql, statement);
      }
      return statement;
    },
  };
}
