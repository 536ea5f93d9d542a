/** The messages between a host and the processes of its journal: one writes, others read. */
import type { EventWriterOptions } from '../delivery/event-writer.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';

/** From the host to a process of its journal. */
export type ToJournal =
  | OpenMessage
  | EventsMessage
  /** Write the batches sent so far, together. */
  | { readonly type: 'write' }
  /** A query by its name. */
  | { readonly type: 'query'; readonly id: number; readonly name: string; readonly argument?: unknown }
  /** Is the process there, or does it wait for a disk? */
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

/** The first message: opens the stores to write, or the journal to read. */
export type OpenMessage =
  | { readonly type: 'open'; readonly options: EventWriterOptions }
  | {
      readonly type: 'read';
      /** The path of the journal's file, or the URL of its database. */
      readonly address: string;
    };

/**
 * Events that were recorded together. Numbers rise, also from one process to the one that replaces it. Requests are not
 * JSON within JSON, which takes time: they follow as lines. `openGames`: the first events of the games under way.
 */
export interface EventsMessage {
  readonly type: 'events' | 'openGames';
  readonly number: number;
  readonly events: readonly SentEvent[];
  /** How many lines follow. */
  readonly lines: number;
}

/** An event whose `body` is the next line, if it is `true`. */
type SentEvent = Omit<JournalEvent, 'body'> & { readonly body?: string | true | undefined };

/** From a process of the journal to its host. */
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
  /** The file or the database lacks what it had: it needs to know the games under way. */
  | { readonly type: 'openGames' }
  /** What waits for the database now. */
  | { readonly type: 'spool'; readonly content: SpoolContent }
  /** The JSON of the result follows as a line, if there is any: the host would need ms to make it. */
  | { readonly type: 'result'; readonly id: number; readonly lines: 0 | 1 }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
  | { readonly type: 'pong' }
  /** Everything is written that could be, and the stores are closed. */
  | { readonly type: 'closed' };

/** Takes events apart into a message and the lines that follow it. */
export function toEventsMessage(
  type: EventsMessage['type'],
  number: number,
  events: readonly JournalEvent[],
): [EventsMessage, string[]] {
  const after: string[] = [];
  const sent = events.map((event): SentEvent => {
    const { body } = event;
    // Engines send their requests in one line.
    if (body === undefined || body.includes('\n')) return event;
    after.push(body);
    return { ...event, body: true };
  });
  return [{ type, number, events: sent, lines: after.length }, after];
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

/** Whether a process of the journal has sent a value: it runs none but our code. */
export function isFromJournal(value: unknown): value is FromJournal {
  return typeof value === 'object' && value !== null && 'type' in value;
}
