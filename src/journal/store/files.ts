/** The journal's file and its folder on the disk. Called when a database is opened. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../errors.js';

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
