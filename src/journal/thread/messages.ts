/** The messages between the host and its journal's threads. */
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';

/** What a thread that reads is started with. Another one writes, so that a long report delays no writing. */
export interface ReaderOptions {
  /** The path of the journal's file, or the URL of its database. */
  readonly address: string;
}

/** From the host to a thread that reads: a query by its name. */
export interface ToReader {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** The answer of a thread that reads. It makes the JSON of a result: the host's thread would need ms for it. */
export type FromReader =
  | { readonly type: 'result'; readonly id: number; readonly json: string | undefined }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string };

/** From the host to a thread that writes. */
export type ToThread =
  /** Events that were recorded together. Numbers rise, also from one writing thread to the one that replaces it. */
  | { readonly type: 'events'; readonly number: number; readonly events: readonly JournalEvent[] }
  /** Write everything sent so far, now. */
  | { readonly type: 'flush' }
  | { readonly type: 'close' };

/** From a thread that writes to the host. */
export type FromThread =
  | { readonly type: 'report'; readonly report: JournalReport }
  /** The thread has finished with this many events, counted from the oldest one sent. */
  | { readonly type: 'done'; readonly written: number; readonly failed: number; readonly dropped: number }
  /** What waits for the database now. */
  | { readonly type: 'spool'; readonly content: SpoolContent };
