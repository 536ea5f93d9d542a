/** What a journal says about itself. `host-events.ts` ties it to the log and the metrics. */
import type { SpoolContent } from './spool/spool.js';
import type { JournalHost } from './store/hosts.js';
import type { RepeatedGame } from './store/runs.js';
import type { UnreadableGame } from './store/writing/end-game.js';

/** Listens to how the journal itself is doing. */
export interface JournalListener {
  written(events: number): void;
  /** `dropped`: too much was queued already. `failed`: the events could not be written. */
  lost(events: number, why: 'dropped' | 'failed'): void;
  /** Writing fails; called once until it works again. Meanwhile events queue. */
  writeFailed(reason: string): void;
  recovered(): void;
  /** Old games were deleted. */
  forgotten(games: number): void;
  /** A file that is no database was in the way; it was renamed, and a new journal begun. */
  setAside(to: string): void;
  /** Another host writes to the same file, or to the same database. Called once for each. */
  shared(other: JournalHost, place: 'file' | 'database'): void;
  /** An attempt to deliver to the database has ended. */
  delivery(outcome: 'delivered' | 'failed'): void;
  /** The database cannot be reached; called once until it is back. Meanwhile events are kept in the host's file. */
  databaseLost(lost: LostDatabase): void;
  /** It is back, and has all that waited. */
  databaseBack(back: RecoveredDatabase): void;
  /** The clock of this host differs so much from the database's that games which move may be kept as two. */
  clockWrong(clock: WrongClock): void;
  /** A game was played again under the ids of one that had ended; both are kept. */
  repeated(game: RepeatedGame): void;
  /** The turns of a game could not be read when it ended; it is kept without them. */
  unreadable(game: UnreadableGame): void;
  /** The file was deleted, moved or replaced; a new one is begun, and what the old one held is no longer here. */
  vanished(): void;
}

/** A database that cannot be reached. */
export interface LostDatabase {
  /** Its URL without the password. */
  readonly url: string;
  readonly reason: string;
  /** How many events wait for it. */
  readonly waiting: number;
}

/** A database that was lost and is back. */
export interface RecoveredDatabase {
  readonly url: string;
  /** How many events it has got that waited for it. */
  readonly delivered: number;
  /** How long it was away, in ms. */
  readonly away: number;
}

/** A clock that differs from that of the database. */
export interface WrongClock {
  /** The URL of the database, without the password. */
  readonly url: string;
  /** By how much the host is ahead of the database, in ms. */
  readonly ahead: number;
}

/** What is queued for the disk. */
export interface WaitingEvents {
  readonly entries: number;
  /** Roughly: most of it is text with a byte a character. */
  readonly bytes: number;
  /** What the host's file keeps for the database; absent if the journal is in the file. */
  readonly spool?: SpoolContent | undefined;
}
