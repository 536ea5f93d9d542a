/** The messages between a host and the processes of its journal: one writes, the others read. */
import type { EventWriterOptions } from '../delivery/event-writer.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';

export type ToJournal =
  | OpenMessage
  | EventsMessage
  /** Write the batches sent so far, together. */
  | { readonly type: 'write' }
  | { readonly type: 'query'; readonly id: number; readonly name: string; readonly argument?: unknown }
  /** Does the process respond, or does it wait for a disk? */
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

/** The first message: opens the stores for writing, or the journal for reading. */
export type OpenMessage =
  | { readonly type: 'open'; readonly options: EventWriterOptions }
  | {
      readonly type: 'read';
      /** The path of the journal's file, or the URL of its database. */
      readonly address: string;
    };

/**
 * Events that were recorded together. Numbers rise, across restarts of the process too. Requests follow as lines,
 * because JSON within JSON takes time. `openGames`: the first events of the games in progress.
 */
export interface EventsMessage {
  readonly type: 'events' | 'openGames';
  readonly number: number;
  readonly events: readonly SentEvent[];
  /** How many lines follow. */
  readonly lines: number;
}

/** An event; if its `body` is `true`, the body is the next line. */
type SentEvent = Omit<JournalEvent, 'body'> & { readonly body?: string | true | undefined };

export type FromJournal =
  | { readonly type: 'report'; readonly report: JournalReport }
  /** All batches up to this number are finished, with so many events since the last message. */
  | {
      readonly type: 'done';
      readonly number: number;
      readonly written: number;
      readonly failed: number;
      readonly dropped: number;
      /** The engines' ids of the games of the failed and dropped ones. */
      readonly games: readonly string[];
    }
  /** The file or the database has lost events: it needs the games in progress. */
  | { readonly type: 'openGames' }
  | { readonly type: 'spool'; readonly content: SpoolContent }
  /** The JSON of the result follows as a line, if there is any: serializing it would take the host ms. */
  | { readonly type: 'result'; readonly id: number; readonly lines: 0 | 1 }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
  | { readonly type: 'pong' }
  /** Everything that could be written is written, and the stores are closed. */
  | { readonly type: 'closed' };

/** Splits events into a message and the lines that follow it. */
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

/** Joins a message and its lines into events. */
export function fromEventsMessage({ events }: EventsMessage, after: readonly string[]): JournalEvent[] {
  let line = 0;
  return events.map((event) => (event.body === true ? { ...event, body: after[line++] } : event) as JournalEvent);
}

/** How many lines follow a message. */
export function linesAfter(message: unknown): number {
  return (message as { readonly lines?: number }).lines ?? 0;
}

/** Whether a value is a message from a process of the journal, which runs only our code. */
export function isFromJournal(value: unknown): value is FromJournal {
  return typeof value === 'object' && value !== null && 'type' in value;
}
