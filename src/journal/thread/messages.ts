/** The messages between the host and its journal's threads. */
import type { JournalEvent } from '../journal-event.js';
import type { Retention } from '../journal.js';
import type { JournalHost } from '../store/hosts.js';
import type { LostDatabase, RecoveredDatabase, WrongClock } from '../journal-listener.js';
import type { SpoolContent } from '../spool/spool.js';
import type { RepeatedGame } from '../store/runs.js';
import type { UnreadableGame } from '../store/writing/end-game.js';

/** What a thread that writes is started with. Other threads read, so that a long report delays no writing. */
export interface ThreadOptions {
  /** Absolute path of the host's file: the journal's, or that of the spool for a database. */
  readonly path: string;
  /** The database, if the journal is not in the file. */
  readonly url: string | undefined;
  readonly retention: Retention;
  /** The host that writes, the same for all its threads. */
  readonly host: JournalHost;
}

/** What a thread that reads is started with. */
export interface ReaderOptions {
  /** The path of the journal's file, or the URL of its database. */
  readonly address: string;
}

/** What the writing thread has for the place that it writes to. */
export interface TargetDeps extends Pick<ThreadOptions, 'path' | 'retention' | 'host'> {
  readonly send: (message: FromThread) => void;
  /** Whether the host was notified that the disk refuses. */
  readonly isFailing: () => boolean;
  /** The disk refuses something other than an event. */
  readonly trouble: (thrown: unknown) => void;
}

/** From the host to a thread that reads: a query by its name. All of it are plain values. */
export interface ToReader {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** The answer of a thread that reads. */
export type FromReader =
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string };

/** From the host to a thread that writes. */
export type ToThread =
  | { readonly type: 'events'; readonly events: readonly JournalEvent[] }
  /** Write everything sent so far, now. */
  | { readonly type: 'flush' }
  | { readonly type: 'close' };

/** From a thread that writes to the host. */
export type FromThread =
  /** The thread has finished with this many events, counted from the oldest one sent. */
  | { readonly type: 'done'; readonly written: number; readonly failed: number; readonly dropped: number }
  /** The database is open: from now on, nothing waits long. */
  | { readonly type: 'opened' }
  /** A file that is no database was in the way, and was renamed. */
  | { readonly type: 'setAside'; readonly to: string }
  /** Another host writes to the same journal. Sent once for each. */
  | { readonly type: 'shared'; readonly other: JournalHost; readonly place: 'file' | 'database' }
  /** What waits for the database now. */
  | { readonly type: 'spool'; readonly content: SpoolContent }
  /** An attempt to deliver has ended. */
  | { readonly type: 'delivery'; readonly outcome: 'delivered' | 'failed' }
  /** Events that were kept for the database can never be written. */
  | { readonly type: 'badEvents'; readonly count: number }
  /** The database is out of reach; sent once until it is back and has all that waited. */
  | ({ readonly type: 'databaseLost' } & LostDatabase)
  | ({ readonly type: 'databaseBack' } & RecoveredDatabase)
  /** Sent once until the clock is right again. */
  | ({ readonly type: 'clockWrong' } & WrongClock)
  /** Games were played again under the ids of games that had ended; both are kept. */
  | { readonly type: 'repeated'; readonly games: readonly RepeatedGame[] }
  /** Games were closed without their turns, which cannot be read. */
  | { readonly type: 'unreadable'; readonly games: readonly UnreadableGame[] }
  /** The file was deleted, moved or replaced; a new one is begun. Until it is open, queries fail. */
  | { readonly type: 'vanished' }
  /** Writing fails. Sent once until it works again. */
  | { readonly type: 'writeFailed'; readonly reason: string }
  | { readonly type: 'recovered' }
  | { readonly type: 'forgotten'; readonly games: number }
  | { readonly type: 'closed' };
