/** The messages between a host and its journal's process, and between that process and the threads that read. */
import type { EventWriterOptions, ResumedEvents } from '../delivery/event-writer.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';

/** From the host to the journal's process. */
export type ToJournal =
  | OpenMessage
  | EventsMessage
  /** Write everything sent so far, now. */
  | { readonly type: 'flush' }
  | ({ readonly type: 'query'; readonly isLong: boolean } & ToReader)
  /** Is the process there, or does it wait for a disk? */
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

/** The first message: opens the stores. */
export interface OpenMessage {
  readonly type: 'open';
  readonly options: EventWriterOptions;
  readonly resumed: ResumedEvents;
  /** The URL of the folder of its threads' programs. */
  readonly programs: string;
}

/**
 * Events that were recorded together. Numbers rise, also from one process to the one that replaces it. Requests are not
 * JSON within JSON, which takes time: they follow as lines.
 */
export interface EventsMessage {
  readonly type: 'events';
  readonly number: number;
  readonly events: readonly SentEvent[];
  /** How many lines follow. */
  readonly lines: number;
}

/** An event whose `body` is the next line, if it is `true`. */
type SentEvent = Omit<JournalEvent, 'body'> & { readonly body?: string | true | undefined };

/** From the journal's process to the host. */
export type FromJournal =
  | { readonly type: 'report'; readonly report: JournalReport }
  /** All batches up to this number are finished. Of the events that the message before did not count, so many are. */
  | {
      readonly type: 'done';
      readonly number: number;
      readonly written: number;
      readonly failed: number;
      readonly dropped: number;
    }
  /** What waits for the database now. */
  | { readonly type: 'spool'; readonly content: SpoolContent }
  /** The JSON of the result follows as a line, if there is any. */
  | { readonly type: 'result'; readonly id: number; readonly lines: 0 | 1 }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
  | { readonly type: 'pong' }
  /** Everything is written that could be, and the stores are closed. */
  | { readonly type: 'closed' };

export interface ReaderOptions {
  /** The path of the journal's file, or the URL of its database. */
  readonly address: string;
}

/** To a thread that reads: a query by its name. */
export interface ToReader {
  readonly id: number;
  readonly name: string;
  readonly argument?: unknown;
}

/** The answer of a thread that reads. It makes the JSON of a result: the host would need ms for it. */
export type FromReader =
  | { readonly type: 'result'; readonly id: number; readonly json: string | undefined }
  /** `isDamage`: SQLite finds the file damaged. */
  | { readonly type: 'refused'; readonly id: number; readonly reason: string; readonly isDamage: boolean };

/** Takes events apart into a message and the lines that follow it. */
export function toEventsMessage(number: number, events: readonly JournalEvent[]): [EventsMessage, string[]] {
  const after: string[] = [];
  const sent = events.map((event): SentEvent => {
    const { body } = event;
    // Engines send their requests in one line.
    if (body === undefined || body.includes('\n')) return event;
    after.push(body);
    return { ...event, body: true };
  });
  return [{ type: 'events', number, events: sent, lines: after.length }, after];
}

/** Puts the events of a message together again. */
export function fromEventsMessage({ events }: EventsMessage, after: readonly string[]): JournalEvent[] {
  let line = 0;
  return events.map((event) => (event.body === true ? { ...event, body: after[line++] } : event) as JournalEvent);
}

/** How many lines follow a message. */
export function linesAfter(message: unknown): number {
  return (message as { readonly lines?: number }).lines ?? 0;
}

/** Whether the journal's process has sent a value: it runs none but our code. */
export function isFromJournal(value: unknown): value is FromJournal {
  return typeof value === 'object' && value !== null && 'type' in value;
}
