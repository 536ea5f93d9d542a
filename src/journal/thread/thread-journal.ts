/** A journal in threads beside the host: no answer waits for its file or its database. Opened by `host.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import type { JournalEvent } from '../journal-event.js';
import {
  isStatus,
  type JournalListener,
  type JournalReport,
  type JournalStatus,
  type JournalStore,
  type SpoolContent,
  type WaitingEvents,
} from '../journal-status.js';
import { JournalReader, type JournalWriter, type JsonOf, type Retention } from '../journal.js';
import type { Query } from '../query.js';
import type { EventWriterOptions } from '../delivery/event-writer.js';
import { createJournalHost } from '../store/hosts.js';
import type { FromThread, ReaderOptions, ToThread } from './messages.js';
import { ReadingThread } from './reading-thread.js';

/** Longest time that an event waits before it is sent to the thread, in ms. */
const SEND_DELAY_MS = 100;
/** Most events sent at once: sending copies them, which takes the host's time. */
const MAX_SENT_EVENTS = 128;
/** Characters in them from which on they are sent without delay: the thread has to hold them all at once. */
const MAX_SENT_CHARACTERS = 1024 * 1024;
/** The most characters queued for the disk. `began` and `ended` events may exceed it by 50 %: there are few. */
const MAX_QUEUED_CHARACTERS = 64 * 1024 * 1024;
/** A body of more characters counts as large. Beyond a quarter of the queue, no large one is taken. */
const LARGE_BODY = 256 * 1024;
/** What an event takes besides its body, in characters: an estimate. */
const EVENT_CHARACTERS = 200;
/** Pause between the death of the writing thread and its replacement, in ms. */
const RESTART_DELAY_MS = 1000;
/** Time to write what is queued when the host ends, in ms. */
const CLOSE_TIMEOUT_MS = 2000;
/** Longest time for which the start of a host waits for its journal, in ms: a network disk may never answer. */
const OPEN_TIMEOUT_MS = 5000;

/** What a journal in threads is created with. */
export interface ThreadJournalOptions extends Retention {
  /** Absolute path of the host's file. */
  readonly path: string;
  /** The URL of the database, if the journal is not in the file; the file then keeps what is not delivered yet. */
  readonly url?: string | undefined;
  /** The main file of the threads that read: it says which queries they answer, see `answer-queries.ts`. */
  readonly reader: URL;
  readonly listener: JournalListener;
  /** The most characters queued for the disk; 64 Mi by default. */
  readonly maxQueuedCharacters?: number;
  /** Longest time in ms for which {@link ThreadJournal.open} waits; 5 s by default. */
  readonly openTimeout?: number;
}

/**
 * The journal of a host. It owns a writing thread, the queue of events for it, and a reading thread from the first
 * query on.
 *
 * It guarantees that every event is either written or counted as lost, that it queues a bounded number of characters,
 * that a dead writing thread is replaced, and that queries are answered or rejected with {@link JournalUnavailable}. It
 * never blocks or throws into the code that records events, and never reads from disk on the host's thread.
 */
export class ThreadJournal extends JournalReader implements JournalWriter {
  readonly #options: ThreadJournalOptions;
  /** Recorded, but not sent yet. */
  #unsent: JournalEvent[] = [];
  #unsentSize = 0;
  /** Sent, but not finished: events and characters of each batch, in order. */
  #sent: { count: number; size: number }[] = [];
  /** Characters in both. */
  #queuedSize = 0;
  #spool: SpoolContent | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writer: Worker | undefined;
  /** Answers short queries. */
  readonly #reader = new ReadingThread(() => this.#openReader());
  /** Answers those that read many games, or search: a list of games does not wait for them. */
  readonly #searcher = new ReadingThread(() => this.#openReader());
  #flushed: (() => void)[] = [];
  readonly #host = createJournalHost();
  /** Of `events` messages. */
  #lastNumber = 0;
  readonly #statuses = new Map<JournalStore, JournalStatus>();
  /** Resolves when the first status has come. */
  readonly #opened = createSignal();
  #life: 'created' | 'open' | 'closed' = 'created';

  /** Touches nothing on the disk: see {@link ThreadJournal.open}. */
  constructor(options: ThreadJournalOptions) {
    super();
    this.#options = options;
  }

  /**
   * Starts to open the database and to write. Events that were recorded before are kept until then. Resolves when it is
   * open; or when the first attempt has failed or takes too long: events then queue until one succeeds.
   */
  async open(): Promise<void> {
    const { openTimeout = OPEN_TIMEOUT_MS } = this.#options;
    this.#life = 'open';
    this.#startWriter();
    this.#send();
    const timer = setTimeout(
      () => this.#refuse(`it is not open after ${openTimeout} ms. Does its disk answer?`),
      openTimeout,
    );
    await this.#opened.promise;
    clearTimeout(timer);
  }

  /** What is recorded, but neither written nor lost yet. */
  get waiting(): WaitingEvents {
    const sent = this.#sent.reduce((sum, { count }) => sum + count, 0);
    return { entries: sent + this.#unsent.length, bytes: this.#queuedSize, ...(this.#spool && { spool: this.#spool }) };
  }

  /** How writing does: the status of the file unless it works; else that of the database, if there is one. */
  get status(): JournalStatus {
    const [file, database] = [this.#statuses.get('file'), this.#statuses.get('database')];
    if (file !== undefined && file.kind !== 'working') return file;
    return database ?? file ?? { store: 'file', kind: 'working' };
  }

  record(event: JournalEvent): void {
    const size = (event.body?.length ?? 0) + EVENT_CHARACTERS;
    const share = size > LARGE_BODY ? 0.25 : event.kind === 'turn' ? 1 : 1.5;
    const limit = (this.#options.maxQueuedCharacters ?? MAX_QUEUED_CHARACTERS) * share;
    if (this.#life === 'closed' || this.#queuedSize + size > limit) return this.#lose(1, 'dropped');
    this.#unsent.push(event);
    this.#unsentSize += size;
    this.#queuedSize += size;
    if (this.#unsent.length >= MAX_SENT_EVENTS || this.#unsentSize >= MAX_SENT_CHARACTERS) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), SEND_DELAY_MS);
  }

  async flush(): Promise<void> {
    this.#send();
    this.#tellWriter({ type: 'flush' });
    if (this.#sent.length > 0) await new Promise<void>((resolve) => this.#flushed.push(resolve));
  }

  async close(): Promise<void> {
    if (this.#life === 'closed') return;
    this.#life = 'closed';
    this.#send();
    const writer = this.#writer;
    const closed = new Promise<void>((resolve) => void (writer ? writer.once('exit', () => resolve()) : resolve()));
    this.#tellWriter({ type: 'close' });
    await Promise.race([closed, wait(CLOSE_TIMEOUT_MS)]);
    this.#giveUp();
    await Promise.all([writer?.terminate(), this.#reader.close(), this.#searcher.close()]);
  }

  async ask<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<Result> {
    const json = await this.askJson(query, argument);
    return (json === undefined ? undefined : JSON.parse(json)) as Result;
  }

  /** Long queries have a thread of their own: a list of games does not wait for a report. */
  askJson<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>> {
    return (query.isLong ? this.#searcher : this.#reader).ask(query, argument);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsent.length === 0 || this.#life === 'created') return;
    const events = this.#unsent;
    this.#sent.push({ count: events.length, size: this.#unsentSize });
    this.#unsent = [];
    this.#unsentSize = 0;
    if (!this.#tellWriter({ type: 'events', number: ++this.#lastNumber, events })) this.#giveUp();
  }

  /** Returns false if there is no writer. */
  #tellWriter(message: ToThread): boolean {
    if (this.#writer !== undefined) post(this.#writer, message);
    return this.#writer !== undefined;
  }

  #startWriter(): void {
    const thread = this.#openWriter();
    this.#writer = thread;
    let reason = 'it has ended';
    thread.on('message', (message: FromThread) => this.#onMessage(message));
    thread.on('error', (error) => (reason = messageOf(error)));
    thread.on('exit', () => {
      this.#writer = undefined;
      this.#opened.resolve();
      this.#giveUp();
      if (this.#life === 'closed') return;
      this.#refuse(`the journal's thread has died: ${reason}`);
      setTimeout(() => this.#life === 'closed' || this.#startWriter(), RESTART_DELAY_MS).unref();
    });
  }

  #openWriter(): Worker {
    const { path, url, keepDays, keepMb } = this.#options;
    const workerData: EventWriterOptions = { path, url, retention: { keepDays, keepMb }, host: this.#host };
    return new Worker(new URL('./thread-main.js', import.meta.url), { workerData });
  }

  #openReader(): Worker {
    const { path, url, reader } = this.#options;
    const workerData: ReaderOptions = { address: url ?? path };
    return new Worker(reader, { workerData });
  }

  #onMessage(message: FromThread): void {
    if (message.type === 'done') this.#onDone(message);
    if (message.type === 'spool') this.#spool = message.content;
    if (message.type === 'report') this.#onReport(message.report);
  }

  #onReport(report: JournalReport): void {
    const { listener, url } = this.#options;
    // They read the old file, unless the journal is elsewhere.
    if (report.kind === 'vanished' && url === undefined)
      void Promise.all([this.#reader.restart(), this.#searcher.restart()]);
    if (!isStatus(report)) return listener(report);
    const before = this.#statuses.get(report.store);
    this.#statuses.set(report.store, report);
    if (report.store === 'file') this.#opened.resolve();
    listener(report, before);
  }

  /** Says that nothing can be written, which the thread does not know. */
  #refuse(reason: string): void {
    const { path: address } = this.#options;
    this.#onReport({ store: 'file', kind: 'unreachable', address, reason, waiting: this.waiting.entries });
  }

  #lose(events: number, why: 'dropped' | 'failed'): void {
    if (events > 0) this.#options.listener({ kind: 'lost', events, why });
  }

  /** The oldest events sent are finished. The thread may finish several batches at once. */
  #onDone({ written = 0, failed = 0, dropped = 0 }: Partial<Record<'written' | 'failed' | 'dropped', number>>): void {
    if (written > 0) this.#options.listener({ kind: 'written', events: written });
    this.#lose(failed, 'failed');
    this.#lose(dropped, 'dropped');
    for (let left = written + failed + dropped; left > 0;) {
      const batch = this.#sent.shift();
      if (batch === undefined) break;
      left -= batch.count;
      this.#queuedSize -= batch.size;
    }
    if (this.#sent.length === 0) this.#flushed.splice(0).forEach((resolve) => resolve());
  }

  /** Counts everything sent but not finished as lost. */
  #giveUp(): void {
    const count = this.#sent.reduce((sum, batch) => sum + batch.count, 0);
    if (count > 0) this.#onDone({ failed: count });
  }
}

function createSignal() {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

function post(thread: Worker, message: ToThread): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- the origin is for windows; this is a thread
  thread.postMessage(message);
}
