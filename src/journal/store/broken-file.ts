/** Files that are no database or a damaged one: damage found at run time is set aside at the next start. */
import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { messageOf } from '../../errors/errors.js';
import { isDamage } from '../is-unavailable.js';
import { identifyFile, findDamage, useSqliteFile } from './sqlite-file.js';

/** The first bytes of every SQLite file. */
const MAGIC = 'SQLite format 3\0';
/** The `user_version` that marks a damaged file. */
const DAMAGED = 1;
/** A larger file is not read as a whole to look for damage, in bytes: it would occupy its disk for minutes. */
const MAX_CHECKED_BYTES = 2 * 1024 ** 3;

/** Marks a file as damaged, so that {@link setBrokenAside} finds it. Throws the disk's error. */
export async function markDamaged(path: string): Promise<void> {
  await useSqliteFile(path, 'import', (file) => file.exec(`PRAGMA user_version = ${DAMAGED}`));
}

/**
 * Renames a file that is no database or a damaged one, so that a new one can begin. No process of ours may have it
 * open. Reads a file that was not closed as a whole. Returns the new name and, if the file is a database, SQLite's
 * description of the damage. Throws the disk's error.
 */
export async function setBrokenAside(
  path: string,
): Promise<{ readonly to: string; readonly damage?: string } | undefined> {
  if (identifyFile(path) === undefined) return undefined;
  const wasLeftOpen = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  try {
    const damage = (await isMarked(path)) ? 'damage was found in it before' : undefined;
    const isChecked = damage === undefined && wasLeftOpen && statSync(path).size <= MAX_CHECKED_BYTES;
    const found = damage ?? (isChecked ? (await findDamage(path, 'quick_check'))[0] : undefined);
    return found === undefined ? undefined : { to: rename(path, 'damaged'), damage: found };
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return beginsLikeDatabase(path)
      ? { to: rename(path, 'damaged'), damage: messageOf(thrown) }
      : { to: rename(path, 'set-aside') };
  }
}

/** Throws SQLite's error if even the list of tables is unreadable. */
function isMarked(path: string): Promise<boolean> {
  return useSqliteFile(path, 'read', (file) => {
    file.prepare('select count(*) from sqlite_master').all();
    const [row] = file.prepare('PRAGMA user_version').all() as { readonly user_version: number }[];
    return row?.user_version === DAMAGED;
  });
}

function beginsLikeDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    return start.toString('latin1', 0, readSync(file, start)) === MAGIC;
  } finally {
    closeSync(file);
  }
}

/** Renames a file, and SQLite's files next to it. Returns its new path. */
function rename(path: string, why: 'set-aside' | 'damaged'): string {
  const aside = `${path}.${why}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(path, aside);
  for (const ending of ['-wal', '-shm'])
    if (identifyFile(path + ending) !== undefined) renameSync(path + ending, aside + ending);
  return aside;
}
