/** Tells apart why a database fails: it cannot be reached or written now, it is damaged, or an event is bad. */
import { messageOf } from '../errors.js';

/** A server that is away, or refuses everybody: a later attempt may succeed. The message says why, without secrets. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** The server answers, and refuses what the configuration names: the login, the database. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** Whether an error comes from the disk, the database file or the server, so that a later attempt may succeed. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseUnavailable) return true;
  const code = sqliteCodeOf(thrown);
  return (
    (code !== undefined && SQLITE_CODES.has(code)) ||
    /^E(NOSPC|IO|ACCES|PERM|ROFS|EXIST|NOTDIR)\b/.test(messageOf(thrown))
  );
}

/** Whether SQLite has found that pages of a file are not what it has written. */
export function isDamage(thrown: unknown): boolean {
  const code = sqliteCodeOf(thrown);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Whether an error may come from damage that SQLite cannot see: what a row holds cannot be unpacked or parsed. */
export function suggestsDamage(thrown: unknown): boolean {
  const isPacked = thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_');
  return isPacked || thrown instanceof SyntaxError || isDamage(thrown);
}

/** SQLite's primary result code; `undefined` for any other error. Some errors only have the text that belongs to it. */
function sqliteCodeOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('errcode' in thrown) return Number(thrown.errcode) & 0xff;
  if (!('code' in thrown) || thrown.code !== 'ERR_SQLITE_ERROR') return undefined;
  if (thrown.message.includes('database disk image is malformed')) return CORRUPT;
  return thrown.message.includes('file is not a database') ? NOT_A_DATABASE : undefined;
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** SQLite's result codes: busy, locked, read-only, I/O error, corrupt, full, cannot open, not a database. */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 11, 13, 14, 26]);
