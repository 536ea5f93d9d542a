/** The journal of a host: an embedded database in threads of its own. `host.ts` opens it; it is never in an answer's way. */
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import { JournalUnavailable } from '../journal-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import type { Journal, Retention } from '../journal.js';
import type { GameFilter, GamePage, GameQuery, GameSummary, KeptGame } from '../kept-game.js';
import type { FromThread, JournalQuery, ThreadOptions, ToThread } from './messages.js';
import type { Report } from '../report/report.js';

/** Longest time that an entry waits to be sent to the thread, in ms. */
const PATIENCE = 100;
/** Entries sent at once: copying them takes the host's time, a few at a time. */
const MOST_AT_ONCE = 128;
/** Characters that wait for the disk at most. Beginnings and ends of games may go over it by half: there are few of them. */
const MAX_WAITING = 64 * 1024 * 1024;
/** Between the death of a thread and the next one, in ms. */
const RESTART = 1000;
/** Time to write what waits when the host ends, in ms. */
const LAST_FLUSH = 2000;

export interface ThreadJournalOptions extends Retention {
  /** Absolute path of the file. */
  readonly path: string;
  readonly events: JournalListener;
  readonly maxWaiting?: number;
}

/** What a journal says of itself. */
export interface JournalListener {
  written(entries: number): void;
  /** `dropped`: too much was waiting already. `failed`: could not be written. */
  lost(entries: number, why: 'dropped' | 'failed'): void;
  /** Writing does not work; told once until it does again. What can wait, waits. */
  troubled(reason: string): void;
  recovered(): void;
  /** Old games were let go. */
  forgotten(games: number): void;
}

export class ThreadJournal implements Journal {
  readonly #options: ThreadJournalOptions;
  readonly #questions = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  /** Taken, not sent. */
  #taken: JournalEvent[] = [];
  /** Sent, not done with: the number and size of each batch, in order. */
  #sent: { count: number; size: number }[] = [];
  #takenSize = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #writer: Worker | undefined;
  #reader: Worker | undefined;
  #asked = 0;
  #flushed: (() => void)[] = [];
  readonly #opened = createSignal();
  #isClosed = false;

  constructor(options: ThreadJournalOptions) {
    this.#options = options;
    this.#startWriter();
  }

  keep(entry: JournalEvent): void {
    const size = (entry.body?.length ?? 0) + 200;
    const limit = (this.#options.maxWaiting ?? MAX_WAITING) * (entry.kind === 'turn' ? 1 : 1.5);
    if (this.#isClosed || this.#waiting + size > limit) return this.#options.events.lost(1, 'dropped');
    this.#taken.push(entry);
    this.#takenSize += size;
    this.#waiting += size;
    if (this.#taken.length >= MOST_AT_ONCE) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), PATIENCE);
  }

  /** Resolves when the database is open, or is known not to open for now; then too, what is kept is written when it does. */
  opened(): Promise<void> {
    return this.#opened.promise;
  }

  async flush(): Promise<void> {
    this.#send();
    this.#tellWriter({ kind: 'flush' });
    if (this.#sent.length > 0) await new Promise<void>((resolve) => this.#flushed.push(resolve));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#send();
    this.#isClosed = true;
    const writer = this.#writer;
    const closed = new Promise<void>((resolve) => void (writer ? writer.once('exit', () => resolve()) : resolve()));
    this.#tellWriter({ kind: 'close' });
    await Promise.race([closed, wait(LAST_FLUSH)]);
    this.#giveUp();
    await Promise.all([writer?.terminate(), this.#reader?.terminate()]);
  }

  listGames(query: GameQuery): Promise<GamePage> {
    return this.#ask({ method: 'listGames', argument: query });
  }

  findGame(id: string): Promise<KeptGame | undefined> {
    return this.#ask({ method: 'findGame', argument: id });
  }

  findIds(word: string): Promise<GameSummary[]> {
    return this.#ask({ method: 'findIds', argument: word });
  }

  report(filter: GameFilter): Promise<Report> {
    return this.#ask({ method: 'report', argument: filter });
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#taken.length === 0) return;
    const entries = this.#taken;
    this.#sent.push({ count: entries.length, size: this.#takenSize });
    this.#taken = [];
    this.#takenSize = 0;
    if (!this.#tellWriter({ kind: 'entries', entries })) this.#giveUp();
  }

  #tellWriter(message: ToThread): boolean {
    if (this.#writer !== undefined) post(this.#writer, message);
    return this.#writer !== undefined;
  }

  #startWriter(): void {
    this.#writer = this.#startThread('write', (reason) => {
      this.#writer = undefined;
      this.#opened.resolve();
      this.#giveUp();
      if (this.#isClosed) return;
      this.#options.events.troubled(`the journal's thread has died: ${reason}`);
      setTimeout(() => this.#isClosed || this.#startWriter(), RESTART).unref();
    });
  }

  #startThread(mode: ThreadOptions['mode'], onDeath: (reason: string) => void): Worker {
    const { path, keepDays, keepMb } = this.#options;
    const workerData: ThreadOptions = { mode, path, retention: { keepDays, keepMb } };
    const thread = new Worker(new URL('./thread-main.js', import.meta.url), { workerData });
    let reason = 'it has ended';
    thread.on('message', (message: FromThread) => this.#hear(message));
    thread.on('error', (error) => (reason = messageOf(error)));
    thread.on('exit', () => onDeath(reason));
    return thread;
  }

  #hear(message: FromThread): void {
    const { events } = this.#options;
    switch (message.kind) {
      case 'done':
        return this.#settle(message.written, message.failed);
      case 'answer':
        return this.#takeQuestion(message.number)?.resolve(message.value);
      case 'refused':
        return this.#takeQuestion(message.number)?.reject(new JournalUnavailable(message.reason));
      case 'opened':
        return this.#opened.resolve();
      case 'troubled':
        this.#opened.resolve();
        return events.troubled(message.reason);
      case 'recovered':
        return events.recovered();
      case 'forgotten':
        return events.forgotten(message.games);
      case 'closed':
        return undefined;
    }
  }

  /** So many entries, counted from the first one sent, are done with. The thread may take several batches at once. */
  #settle(written: number, failed: number): void {
    if (written > 0) this.#options.events.written(written);
    if (failed > 0) this.#options.events.lost(failed, 'failed');
    for (let left = written + failed; left > 0;) {
      const batch = this.#sent.shift();
      if (batch === undefined) break;
      left -= batch.count;
      this.#waiting -= batch.size;
    }
    if (this.#sent.length === 0) this.#flushed.splice(0).forEach((resolve) => resolve());
  }

  /** What was sent is lost. */
  #giveUp(): void {
    const count = this.#sent.reduce((sum, batch) => sum + batch.count, 0);
    if (count > 0) this.#settle(0, count);
  }

  #takeQuestion(number: number) {
    const question = this.#questions.get(number);
    this.#questions.delete(number);
    return question;
  }

  #ask<T>(question: JournalQuery): Promise<T> {
    if (this.#isClosed) return Promise.reject(new JournalUnavailable('it is closed'));
    this.#reader ??= this.#startThread('read', (reason) => {
      this.#reader = undefined;
      for (const number of this.#questions.keys()) this.#takeQuestion(number)?.reject(new JournalUnavailable(reason));
    });
    const number = ++this.#asked;
    post(this.#reader, { kind: 'ask', number, question });
    return new Promise<unknown>((resolve, reject) => this.#questions.set(number, { resolve, reject })) as Promise<T>;
  }
}

function createSignal() {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

function post(thread: Worker, message: ToThread): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; this is a thread
  thread.postMessage(message);
}
