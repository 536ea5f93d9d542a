/** Tells a database that cannot be reached or written now from an event that can never be written. */
import { messageOf } from '../errors.js';

/** A server that is away, or refuses everybody: a later attempt may succeed. The message says why, without secrets. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Whether an error comes from the disk, the database file or the server, so that a later attempt may succeed. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseUnavailable) return true;
  const code = thrown instanceof Error && 'errcode' in thrown ? Number(thrown.errcode) & 0xff : undefined;
  return (
    (code !== undefined && SQLITE_CODES.has(code)) ||
    /^E(NOSPC|IO|ACCES|PERM|ROFS|EXIST|NOTDIR)\b/.test(messageOf(thrown))
  );
}

/** SQLite's result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
