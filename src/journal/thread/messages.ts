/** What the host and its journal's thread say to each other. */
import type { JournalEvent } from '../journal-event.js';
import type { JournalReader, Retention } from '../journal.js';

/** What a thread is started with. One writes; another reads, so that a long report holds nothing up. */
export interface ThreadOptions {
  readonly mode: 'write' | 'read';
  readonly path: string;
  readonly retention: Retention;
}

/** A question to a reading thread: the method of {@link JournalReader}, and what it is called with. */
export type JournalQuery = {
  readonly [Method in keyof JournalReader]: {
    readonly method: Method;
    readonly argument: Parameters<JournalReader[Method]>[0];
  };
}[keyof JournalReader];

export type ToThread =
  | { readonly kind: 'entries'; readonly entries: readonly JournalEvent[] }
  /** What was sent is to be written now. */
  | { readonly kind: 'flush' }
  | { readonly kind: 'ask'; readonly number: number; readonly question: JournalQuery }
  | { readonly kind: 'close' };

export type FromThread =
  /** A batch is done with, in the order in which they came: so many are written, so many could not be. */
  | { readonly kind: 'done'; readonly written: number; readonly failed: number }
  /** The database is open: from now on nothing waits long. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly number: number; readonly reason: string }
  /** Writing does not work; said once until it does again. */
  | { readonly kind: 'troubled'; readonly reason: string }
  | { readonly kind: 'recovered' }
  | { readonly kind: 'forgotten'; readonly games: number }
  | { readonly kind: 'closed' };
