/** The embedded database: SQLite in a file, by `node:sqlite` or, before Node 22.16, by a package with the same API. */
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { messageOf } from '../../errors.js';
import { identifyFile, makeFolder, setFileAside } from './files.js';
import type { Database, OpenDatabase, OpenMode, Tables } from './tables.js';

/** The part of `node:sqlite` that is used here. */
interface SqliteFile {
  prepare(sql: string): {
    columns(): readonly unknown[];
    all(...values: readonly unknown[]): unknown[];
    iterate(...values: readonly unknown[]): IterableIterator<unknown>;
    run(...values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  };
  exec(sql: string): void;
  close(): void;
}

/** Instead of a path: a database in memory, gone when it is closed. */
export const IN_MEMORY = ':memory:';

/** Most pages returned to the file system at once: other writers wait meanwhile. */
const SHRINK_PAGES = 10_000;

/**
 * Opens a database file. Throws what the disk says.
 *
 * @param mode `write` creates the file and its directory if they are missing, and sets a file aside that is no
 *   database; `import` creates as well, but sets nothing aside; `read` changes nothing.
 */
export async function openEmbedded(path: string, mode: OpenMode = 'write'): Promise<OpenDatabase> {
  if (path !== IN_MEMORY && mode !== 'read') makeFolder(dirname(path));
  const sqlite = await loadSqlite();
  const { file, setAside } = openOrSetAside(() => openFile(sqlite, path, mode), mode === 'write' ? path : undefined);
  return {
    db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(file) }) }),
    dialect: {
      bytes: 'blob',
      text: 'text',
      join: 'group_concat',
      now: () => Promise.resolve(Date.now()),
      identify: () => Promise.resolve(identify(path)),
      size: () =>
        Promise.resolve(
          (numberOf(file, 'page_count') - numberOf(file, 'freelist_count')) * numberOf(file, 'page_size'),
        ),
      shrink: () => Promise.resolve(file.exec(`PRAGMA incremental_vacuum(${SHRINK_PAGES})`)),
      lockGames: lockFile,
      alone: (action) => action(),
    },
    setAside,
  };
}

function identify(path: string): string {
  const identity = path === IN_MEMORY ? undefined : identifyFile(path);
  return identity === undefined ? randomUUID() : `file ${identity.dev} ${identity.ino}`;
}

/** A transaction that reads first fails at once if a host writes meanwhile; one that writes first waits for it. */
async function lockFile(db: Database): Promise<void> {
  await db.deleteFrom('chunks').where('game_id', '=', '').execute();
}

function openFile({ DatabaseSync }: SqliteModule, path: string, mode: OpenMode): SqliteFile {
  const file = new DatabaseSync(path, { readOnly: mode === 'read' });
  try {
    file.exec('PRAGMA busy_timeout = 5000');
    if (mode !== 'read') {
      file.exec('PRAGMA auto_vacuum = INCREMENTAL');
      file.exec('PRAGMA journal_mode = WAL');
    }
    // With WAL, commits survive the death of the process. A power cut may lose the last ones, but corrupts nothing.
    file.exec('PRAGMA synchronous = NORMAL');
    return file;
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

/** SQLite's result code for a file that is not a database. */
const NOT_A_DATABASE = 26;

/** Opens a file. If it is no database and `path` is given, moves it out of the way and opens a new one. */
function openOrSetAside(open: () => SqliteFile, path: string | undefined) {
  try {
    return { file: open(), setAside: undefined };
  } catch (thrown) {
    const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined;
    if (path === undefined || code !== NOT_A_DATABASE) throw thrown;
    const setAside = setFileAside(path);
    return { file: open(), setAside };
  }
}

function numberOf(file: SqliteFile, pragma: string): number {
  const [row] = file.prepare(`PRAGMA ${pragma}`).all() as [Record<string, number>];
  return row[pragma]!;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly: boolean }) => SqliteFile;
}

async function loadSqlite(): Promise<SqliteModule> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn = major > 22 || (major === 22 && minor >= 16);
  if (isBuiltIn) return loadQuietly('node:sqlite') as SqliteModule;
  const name = '@photostructure/sqlite';
  return (await import(name)) as SqliteModule;
}

/** Loads a module without Node 22's warning that its SQLite is experimental, which users can do nothing about. */
function loadQuietly(name: string): unknown {
  // eslint-disable-next-line typescript/unbound-method -- it is not called, only restored
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule(name);
  } finally {
    process.emitWarning = emitWarning;
  }
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

/** Most prepared statements kept. A journal has far fewer kinds, but each number of rows written at once is another. */
const MAX_STATEMENTS = 100;

/** A database as Kysely's dialect for SQLite expects it. */
function adapt(file: SqliteFile): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
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
