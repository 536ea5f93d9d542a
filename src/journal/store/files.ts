/** The journal's file and its folder on the disk. Called when a database is opened, and by its writer. */
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../errors.js';

/** What every SQLite file begins with. */
const MAGIC = 'SQLite format 3\0';

/**
 * Creates a folder and those above it. Unlike Node's own way, which tries for ever in `/proc`, it gives up when the
 * folder above is there and takes no folder. Throws what the disk says.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (thrown) {
    if (isFolder(path)) return;
    const above = dirname(path);
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') || isFolder(above)) throw thrown;
    makeFolder(above);
    mkdirSync(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Renames a file that is no database or a damaged one, and what SQLite has put beside it. Returns its new path. The
 * caller has made sure that no other host has begun a new one meanwhile.
 */
export function setFileAside(path: string, why: 'set-aside' | 'damaged', now = new Date()): string {
  const aside = `${path}.${why}-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(path, aside);
  for (const ending of ['-wal', '-shm']) renameIfThere(path + ending, aside + ending);
  return aside;
}

/** Whether whoever wrote to a file last has left without closing it: SQLite's log of changes is still there. */
export function wasLeftOpen(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Which file a path leads to: device and number. Another file in its place has another. */
export type FileIdentity = Readonly<Record<'dev' | 'ino', number>>;

/** The file that a path leads to now; `undefined` if there is none. Throws what else the disk says. */
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
 * Removes what SQLite has put beside a file that is gone. A reader may still have it open, and it does not fit a new
 * file. Leaves everything as it is if there is a file again.
 */
export function removeLeftovers(path: string): void {
  if (identifyFile(path) !== undefined) return;
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** Whether a file begins as those of SQLite do: it is one, and may be damaged. Throws what the disk says. */
export function beginsLikeDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    return start.toString('latin1', 0, readSync(file, start)) === MAGIC;
  } finally {
    closeSync(file);
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    if (!messageOf(thrown).startsWith('ENOENT')) throw thrown;
  }
}
