/** Where the writing thread of a host puts its events: the file of the journal, or the spool for a database. */
import type { JournalEvent } from '../journal-event.js';

/** What became of events that were written. */
export interface TargetResult {
  /** How many could not be written, and never can be. */
  readonly failed: number;
  /** How many had no room. */
  readonly dropped: number;
}

/** The same for both: `thread-main.ts` repeats what throws, since a later attempt may succeed. */
export interface WriteTarget {
  /** Whether {@link WriteTarget.open} has something to do: it is not open, or its file has disappeared. */
  readonly isClosed: boolean;
  /** Opens it if it is not open, or if its file has disappeared. Throws what the disk says. */
  open(): Promise<void>;
  /** Keeps the events. If the disk is at fault it throws, and has kept none. */
  write(events: readonly JournalEvent[]): Promise<TargetResult>;
  /** Ends within a second or so. What it has kept is safe. */
  close(): Promise<void>;
}
