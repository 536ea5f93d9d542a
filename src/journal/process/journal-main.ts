/** The program of the journal's process: writes what the host sends, and has its queries answered by threads. */
import { HostChannel } from '../../processes/host-channel.js';
import { EventWriter } from '../delivery/event-writer.js';
import type { JournalReport } from '../journal-status.js';
import {
  fromEventsMessage,
  linesAfter,
  type EventsMessage,
  type FromJournal,
  type FromReader,
  type OpenMessage,
  type ToJournal,
  type ToReader,
} from './messages.js';
import { ReadingThread } from './reading-thread.js';

const host = new HostChannel<ToJournal, FromJournal>((message, _, after) => receive(message, after), linesAfter);
let journal: OpenJournal | undefined;
// A service manager that signals the whole group would end the journal before the host has given it everything.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

function receive(message: ToJournal, after: readonly string[]): void {
  switch (message.type) {
    case 'open':
      return void (journal = new OpenJournal(message));
    case 'events':
      return journal?.write(message, after);
    case 'flush':
      return journal?.writer.flush();
    case 'query':
      return journal?.ask(message, message.isLong);
    case 'ping':
      return host.send({ type: 'pong' });
    case 'close':
      return void journal?.writer.close().finally(() => host.send({ type: 'closed' }));
  }
}

/**
 * Owns the way of the events to the file, and the threads that read it: a long query holds up neither writing nor a
 * short one. Queries wait until the file was opened, or could not be.
 */
class OpenJournal {
  readonly writer: EventWriter;
  readonly #message: OpenMessage;
  readonly #reader: ReadingThread;
  readonly #searcher: ReadingThread;
  /** Queries that have come before the first attempt to open the file has ended. */
  #early: (() => void)[] | undefined = [];

  constructor(message: OpenMessage) {
    this.#message = message;
    const { options, resumed, programs } = message;
    const program = new URL('reading-main.js', programs);
    const reading = { address: options.url ?? options.path };
    this.#reader = new ReadingThread(program, reading, (answer) => this.#onAnswer(answer));
    this.#searcher = new ReadingThread(program, reading, (answer) => this.#onAnswer(answer));
    const listener = {
      report: (report: JournalReport) => this.#onReport(report),
      done: (number: number, written: number, taken: { readonly failed: number; readonly dropped: number }) =>
        host.send({ type: 'done', number, written, failed: taken.failed, dropped: taken.dropped }),
      spooled: (content: Extract<FromJournal, { type: 'spool' }>['content']) => host.send({ type: 'spool', content }),
    };
    this.writer = new EventWriter(options, listener, resumed);
    this.writer.start();
  }

  write(message: EventsMessage, after: readonly string[]): void {
    const { id } = this.#message.options.host;
    this.writer.add({ number: message.number, host: id, events: fromEventsMessage(message, after) });
  }

  ask(query: ToReader, isLong: boolean): void {
    const ask = () => (isLong ? this.#searcher : this.#reader).ask(query);
    if (this.#early === undefined) ask();
    else this.#early.push(ask);
  }

  #onAnswer(answer: FromReader): void {
    const { id } = answer;
    if (answer.type === 'result')
      return host.send({ type: 'result', id, lines: answer.json === undefined ? 0 : 1 }, answer.json);
    host.send({ type: 'refused', id, reason: answer.reason });
    if (answer.isDamage) this.writer.noteDamage(answer.reason);
  }

  #onReport(report: JournalReport): void {
    host.send({ type: 'report', report });
    if (report.kind !== 'working' && report.kind !== 'unreachable') return;
    for (const ask of this.#early ?? []) ask();
    this.#early = undefined;
  }
}
