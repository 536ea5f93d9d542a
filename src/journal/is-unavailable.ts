/** Classifies database errors: unreachable or read-only for now, damaged, or a bad event. */
import { messageOf } from '../errors/errors.js';

/**
 * The server is unreachable or rejects the login: a later attempt may succeed. The message says why, without secrets.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** The server answers, and rejects the configured login or database. */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

/** The tables are of another version of Serpentarium: a newer one, or an earlier one that is only read. */
export class OtherVersion extends DatabaseUnavailable {
  constructor(message: string) {
    super(message, true);
  }
}

/** An earlier version wrote the tables: the next start of a host brings them up to date. */
export class EarlierVersion extends OtherVersion {}

/** The journal cannot be read now; the message says why. */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';

  constructor(reason: string) {
    super(`the journal cannot be read: ${reason}`);
  }
}

/** Whether an error comes from the disk, the database file or the server, so that a later attempt may succeed. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseUnavailable) return true;
  const code = sqliteCodeOf(thrown);
  return (
    SQLITE_TEXTS.some(([known]) => known === code) ||
    /^E(NOSPC|IO|ACCES|PERM|ROFS|EXIST|NOTDIR)\b/.test(messageOf(thrown))
  );
}

/** Whether SQLite found damaged pages in a file. */
export function isDamage(thrown: unknown): boolean {
  const code = sqliteCodeOf(thrown);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** SQLite's primary result code; `undefined` for any other error. Reading queries may only provide its text. */
function sqliteCodeOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('errcode' in thrown) return Number(thrown.errcode) & 0xff;
  if (!('code' in thrown) || thrown.code !== 'ERR_SQLITE_ERROR') return undefined;
  return SQLITE_TEXTS.find(([, text]) => thrown.message.includes(text))?.[0];
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** SQLite's result codes of temporary errors, with their texts. */
const SQLITE_TEXTS: readonly (readonly [code: number, text: string])[] = [
  [5, 'database is locked'],
  [6, 'database table is locked'],
  [8, 'attempt to write a readonly database'],
  [10, 'disk I/O error'],
  [CORRUPT, 'database disk image is malformed'],
  [13, 'database or disk is full'],
  [14, 'unable to open database file'],
  [NOT_A_DATABASE, 'file is not a database'],
];
