/** An SQLite file, by `node:sqlite` or, before Node 22.16, by a package with the same API. */
import { rmSync, statSync } from 'node:fs';
import { messageOf } from '../../errors/errors.js';
import { hasSqlite, missingPackages } from '../../processes/optional-packages.js';
import { DatabaseUnavailable, isDamage } from '../is-unavailable.js';
import type { OpenMode } from './tables.js';

/** The part of `node:sqlite` that is used here. */
export interface SqliteFile {
  prepare(sql: string): {
    columns(): readonly unknown[];
    all(...values: readonly unknown[]): unknown[];
    iterate(...values: readonly unknown[]): IterableIterator<unknown>;
    run(...values: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  };
  exec(sql: string): void;
  close(): void;
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly: boolean }) => SqliteFile;
}

/** SQLite truncates its log of changes to this size when it restarts it, in bytes. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;

/** Opens a file; only `read` changes nothing. Throws the disk's error. */
export async function openSqliteFile(path: string, mode: OpenMode): Promise<SqliteFile> {
  const { DatabaseSync } = await loadSqlite();
  const there = statSync(path, { throwIfNoEntry: false });
  // SQLite would wait for a pipe.
  if (there?.isFIFO() || there?.isCharacterDevice()) throw new DatabaseUnavailable('it is a pipe or a device');
  const file = new DatabaseSync(path, { readOnly: mode === 'read' });
  try {
    file.exec('PRAGMA busy_timeout = 5000');
    if (mode !== 'read') {
      file.exec('PRAGMA auto_vacuum = INCREMENTAL');
      file.exec('PRAGMA journal_mode = WAL');
      file.exec(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`);
    }
    // With WAL, commits survive the death of the process. A power cut may lose the last ones, but corrupts nothing.
    file.exec('PRAGMA synchronous = NORMAL');
    return file;
  } catch (thrown) {
    file.close();
    throw thrown;
  }
}

/** Opens a file for an action, and closes it. Throws the disk's error. */
export async function useSqliteFile<Result>(path: string, mode: OpenMode, action: (file: SqliteFile) => Result) {
  const file = await openSqliteFile(path, mode);
  try {
    return action(file);
  } finally {
    file.close();
  }
}

/**
 * Closes a file that was written, and moves its log of changes into it. SQLite only does so when all statements were
 * finalized, and a remaining log shows that the file was not closed.
 */
export function closeSqliteFile(file: SqliteFile): void {
  try {
    // A reader may be active: then the next one does it.
    file.exec('PRAGMA busy_timeout = 0');
    file.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  } catch {
    // A broken disk or a damaged file: nothing more can be done for it.
  }
  file.close();
}

/**
 * Reads all pages of a file, and returns SQLite's sentences about damage. Empty for a file that cannot be opened for
 * other reasons.
 */
export async function findDamage(path: string, pragma: 'quick_check' | 'integrity_check'): Promise<string[]> {
  try {
    const found = await useSqliteFile(path, 'read', (file) => file.prepare(`PRAGMA ${pragma}`).all());
    // The first row begins with a heading.
    const sentences = (found as Record<typeof pragma, string>[]).flatMap((row) => row[pragma].split('\n'));
    return sentences.filter((sentence) => sentence !== 'ok' && !sentence.startsWith('***'));
  } catch (thrown) {
    return isDamage(thrown) ? [messageOf(thrown)] : [];
  }
}

/** Writes a copy of an open file, as it is at this moment, to a new path. */
export async function copyWhole(from: string, to: string): Promise<void> {
  await useSqliteFile(from, 'read', (file) => file.prepare('VACUUM INTO ?').run(to));
}

async function loadSqlite(): Promise<SqliteModule> {
  if (hasSqlite()) return loadQuietly('node:sqlite') as SqliteModule;
  const missing = missingPackages('the embedded journal');
  if (missing !== undefined) throw new Error(missing);
  const name = '@photostructure/sqlite';
  return (await import(name)) as SqliteModule;
}

/** Loads a module without Node 22's warning that its SQLite is experimental, which users cannot act on. */
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

/** Identifies the file at a path: device and inode. A replaced file has another identity. */
export type FileIdentity = Readonly<Record<'dev' | 'ino', number>>;

/** The identity of the file at a path; `undefined` if there is none. Throws other errors of the disk. */
export function identifyFile(path: string): FileIdentity | undefined {
  try {
    const { dev, ino } = statSync(path);
    return { dev, ino };
  } catch (thrown) {
    if (/^(ENOENT|ENOTDIR)\b/.test(messageOf(thrown))) return undefined;
    throw thrown;
  }
}

/**
 * Removes SQLite's files next to a deleted file. A reader may still have it open, and they do not fit a new file. Does
 * nothing if there is a file again.
 */
export function removeLeftovers(path: string): void {
  if (identifyFile(path) !== undefined) return;
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
}
