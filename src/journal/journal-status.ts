/**
 * What a journal says about itself: how it does, and what has happened. Plain JSON, made where it is known, sent to the
 * host as it is, and read by one `switch` in `host-events.ts`.
 */
import type { JudgedAnswer } from './store/close-game.js';
import type { JournalHost } from './store/hosts.js';
import type { ForgottenGames } from './store/retention.js';
import type { RepeatedGame } from './store/runs.js';
import type { UnreadableGame } from './store/writing/end-game.js';

/** What a host writes to: the file beside it, which is its journal or its spool, or the database elsewhere. */
export type JournalStore = 'file' | 'database';

/** How writing to a store does. Sent when its `kind` changes. */
export type JournalStatus = { readonly store: JournalStore } & (
  | {
      readonly kind: 'working';
      /** If the store was unreachable: for how many ms, and how many events it has got since. */
      readonly after?: { readonly address: string; readonly away: number; readonly delivered: number } | undefined;
    }
  /** Writing fails. Events wait: for the file in memory, for the database in the file. */
  | { readonly kind: 'unreachable'; readonly address: string; readonly reason: string; readonly waiting: number }
  /** It can be reached again, and does not have all yet that waited. */
  | { readonly kind: 'behind' }
  /**
   * The file is damaged. At the start of the host it was renamed to `aside`, and a new one begun; its games can be
   * copied. Without `aside` damage was found since: it is written as far as it can be, and renamed at the next start.
   */
  | { readonly kind: 'damaged'; readonly reason: string; readonly aside?: string | undefined }
  /** It works, but the host is so many ms ahead of it that a game which moves may be kept as two. */
  | { readonly kind: 'clockWrong'; readonly address: string; readonly ahead: number }
);

/** Something that has happened. */
export type JournalNotice =
  | { readonly kind: 'written'; readonly events: number }
  /** `dropped`: too much was queued already. `failed`: the events could not be written. */
  | { readonly kind: 'lost'; readonly events: number; readonly why: 'dropped' | 'failed' }
  /** An event can never be written. Sent once a minute at most. */
  | { readonly kind: 'badEvent'; readonly reason: string }
  /** An attempt to deliver to the database has ended. */
  | { readonly kind: 'delivery'; readonly outcome: 'delivered' | 'failed' }
  /** Old games were deleted. */
  | ({ readonly kind: 'forgotten' } & ForgottenGames)
  /** Old games could not be deleted; writing goes on. */
  | { readonly kind: 'notForgotten'; readonly reason: string }
  /** The journal's process has ended, and another one follows. */
  | { readonly kind: 'restarted'; readonly reason: string }
  /** A file that is no database was in the way; it was renamed, and a new one begun. */
  | { readonly kind: 'setAside'; readonly to: string }
  /** Another host writes to the same file or database. Sent once for each. */
  | { readonly kind: 'shared'; readonly what: JournalStore; readonly other: JournalHost }
  /** Games were played again under the ids of some that had ended; both are kept. */
  | { readonly kind: 'repeated'; readonly games: readonly RepeatedGame[] }
  /** The turns of games could not be read when they ended; the games are kept without them. */
  | { readonly kind: 'unreadable'; readonly games: readonly UnreadableGame[] }
  /** Games have ended, and their turns show what became of answers that no host alone could judge. */
  | { readonly kind: 'judged'; readonly answers: readonly JudgedAnswer[] };

export type JournalReport = JournalStatus | JournalNotice;

/** Whether a report says how the journal does, and not only that something has happened. */
export function isStatus(report: JournalReport): report is JournalStatus {
  return 'store' in report;
}

/** Hears of all reports; of a status also what the one before said of the same store. */
export type JournalListener = (report: JournalReport, before?: JournalStatus) => void;

/** What a spool holds for the database. */
export interface SpoolContent {
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest batch was recorded, in ms since 1970; absent if there is none. */
  readonly oldestAt?: number | undefined;
}

/** What is queued for the disk. */
export interface WaitingEvents {
  readonly entries: number;
  /** Roughly: most of it is text with a byte a character. */
  readonly bytes: number;
  /** What the host's file keeps for the database, once it is open; absent if the journal is in the file. */
  readonly spool?: SpoolContent | 'unknown' | undefined;
}
