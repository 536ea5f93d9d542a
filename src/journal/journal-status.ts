/**
 * A journal's reports about itself: its status, and notices. Plain JSON, sent to the host unchanged, and read by one
 * `switch` in `host-events.ts`.
 */
import type { JudgedAnswer } from './store/answer-fates.js';
import type { JournalHost } from './store/hosts.js';
import type { ForgottenGames } from './store/retention.js';
import type { RepeatedGame } from './store/runs.js';
import type { UnreadableGame } from './store/writing/writing.js';

/** A store that a host writes to: its local file (journal or spool), or the remote database. */
export type JournalStore = 'file' | 'database';

/** The status of a store. Sent when its `kind` changes. */
export type JournalStatus = { readonly store: JournalStore } & (
  | {
      readonly kind: 'working';
      /** After an outage: its length in ms, and how many events the store got since. */
      readonly after?: { readonly address: string; readonly away: number; readonly delivered: number } | undefined;
    }
  /** Writing fails. Events wait: for the file in memory, for the database in the file. */
  | { readonly kind: 'unreachable'; readonly address: string; readonly reason: string; readonly waiting: number }
  /** Reachable again, with a backlog. */
  | { readonly kind: 'behind' }
  /**
   * The file is damaged. At the start of the host it was renamed to `aside` and a new one begun; its games can be
   * copied. Without `aside`, damage was found at run time: the file is written as far as possible, and renamed at the
   * next start.
   */
  | { readonly kind: 'damaged'; readonly reason: string; readonly aside?: string | undefined }
  /**
   * Works, but the host's clock is this many ms ahead, so that a game which moves to another host may be stored twice.
   */
  | { readonly kind: 'clockWrong'; readonly address: string; readonly ahead: number }
);

export type JournalNotice =
  | { readonly kind: 'written'; readonly events: number }
  /**
   * Sent at once, to be counted. `dropped`: queue or spool was full. `failed`: the events could not be written.
   * `games`: the engines' ids of their games, each once.
   */
  | {
      readonly kind: 'lost';
      readonly events: number;
      readonly why: 'dropped' | 'failed';
      readonly games: readonly string[];
    }
  /** The same for people: the first loss of each reason, and then what was lost since the last such notice. */
  | ({ readonly kind: 'loss' } & Loss)
  /** An event can never be written. Sent at most once a minute. */
  | { readonly kind: 'badEvent'; readonly reason: string }
  /** An attempt to deliver to the database has ended. */
  | { readonly kind: 'delivery'; readonly outcome: 'delivered' | 'failed' }
  /** Old games were deleted. */
  | ({ readonly kind: 'forgotten' } & ForgottenGames)
  /** Old games could not be deleted; writing continues. */
  | { readonly kind: 'notForgotten'; readonly reason: string }
  /** The journal's process crashed and restarts. */
  | { readonly kind: 'restarted'; readonly reason: string }
  /** A file that is no database was renamed, and a new one begun. */
  | { readonly kind: 'setAside'; readonly to: string }
  /** Another host writes to the same file or database. Sent once for each. */
  | { readonly kind: 'shared'; readonly what: JournalStore; readonly other: JournalHost }
  /** Games were played again under the ids of finished ones; both are kept. */
  | { readonly kind: 'repeated'; readonly games: readonly RepeatedGame[] }
  /** The turns of games could not be read when they ended; the games are kept without them. */
  | { readonly kind: 'unreadable'; readonly games: readonly UnreadableGame[] }
  /** Games have ended, and their turns show the fate of answers that no host alone could judge. */
  | { readonly kind: 'judged'; readonly answers: readonly JudgedAnswer[] };

/** Events that no journal will ever have. */
export interface Loss {
  readonly events: number;
  readonly games: number;
  /** The engines' ids of some of the games. */
  readonly named: readonly string[];
  readonly reason: string;
}

export type JournalReport = JournalStatus | JournalNotice;

/** Whether a report is a status, not a notice. */
export function isStatus(report: JournalReport): report is JournalStatus {
  return 'store' in report;
}

/** Receives all reports; for a status also the previous one of the same store. */
export type JournalListener = (report: JournalReport, before?: JournalStatus) => void;

export interface SpoolContent {
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest batch was recorded, in ms since 1970; absent if the spool is empty. */
  readonly oldestAt?: number | undefined;
}

/** Events that are queued for the disk. */
export interface WaitingEvents {
  readonly entries: number;
  /** Roughly: most of it is text with one byte a character. */
  readonly bytes: number;
  /** The spool for the remote database, once it is open; absent if the journal is in the file. */
  readonly spool?: SpoolContent | 'unknown' | undefined;
}
