/** A journal in separate processes: no answer waits for its file or its database. Opened by `host.ts`. */
import { Backoff, within } from '../../processes/timing.js';
import { engineIdsOf, type JournalEvent } from '../journal-event.js';
import {
  isStatus,
  type JournalListener,
  type JournalReport,
  type JournalStatus,
  type JournalStore,
  type Loss,
  type SpoolContent,
  type WaitingEvents,
} from '../journal-status.js';
import { JournalReader, type JournalWriter, type JsonOf, type Retention, type Query } from '../journal.js';
import { JournalUnavailable } from '../is-unavailable.js';
import { createJournalHost, type JournalHost } from '../store/hosts.js';
import { steadyNow } from '../store/retention.js';
import { JournalChild, type Heartbeat } from './journal-child.js';
import { Losses } from './losses.js';
import type { FromJournal } from './messages.js';
import { UnwrittenEvents } from './unwritten-events.js';

/** How long events are collected into one batch, in ms: packed together, they take a fraction of the space. */
const SEND_DELAY_MS = 250;
/** Most memory of unconfirmed events, in bytes. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
/** Pauses before a crashed process is restarted, in ms. */
const RESTART_PAUSES = { least: 250, most: 30_000 };
/** The journal counts as unreachable after this many processes in a row have exited before they did anything. */
const MANY_ENDS = 2;
/** Time to write the queue when the host ends, in ms. */
const CLOSE_TIMEOUT_MS = 2000;
/** Longest wait of {@link JournalProcess.open}, in ms: a network disk may never answer. */
const OPEN_TIMEOUT_MS = 5000;
const STOPPED = 'the host stopped before they were written';
const BAD_EVENTS = 'the database refuses them';
/** Half a minute: no statement takes that long, but a disk may. */
const HEARTBEAT: Heartbeat = { interval: 5000, silences: 6 };

export interface JournalProcessOptions extends Retention {
  /** Absolute path of the host's file. */
  readonly path: string;
  /** The URL of the remote database; the file is then its spool. */
  readonly url?: string | undefined;
  /** The folder of its programs: `writer-main.js` and `reading-main.js`. */
  readonly programs: URL;
  /** The host's, if it serves a page. */
  readonly adminPort?: number | undefined;
  readonly listener: JournalListener;
  /** Most memory of the events that wait for the disk, in bytes (default: 64 Mi). */
  readonly maxQueuedBytes?: number;
  /** Longest wait of {@link JournalProcess.open}, in ms (default: 5 s). */
  readonly openTimeout?: number;
  readonly heartbeat?: Heartbeat;
  /** Time to write the queue when the host ends, in ms (default: 2 s). */
  readonly closeTimeout?: number;
}

/**
 * The journal of a host. It owns the writing process, the reading processes, and the unconfirmed events.
 *
 * It guarantees that every event is either written once or counted as lost, whatever happens to the process and to the
 * file; that it queues a bounded number of bytes; that a process which crashes or hangs is replaced, after a
 * growing pause; and that queries are answered or rejected with {@link JournalUnavailable}. It never blocks or throws
 * into the code that records events, and never touches the file in the host's own process.
 */
export class JournalProcess extends JournalReader implements JournalWriter {
  readonly #options: JournalProcessOptions;
  readonly #events: UnwrittenEvents;
  readonly #losses: Losses;
  readonly #host: JournalHost;
  readonly #statuses = new Map<JournalStore, JournalStatus>();
  /** Damage is reported until the host ends: an operator has to inspect the renamed file. */
  #damage: Extract<JournalStatus, { kind: 'damaged' }> | undefined;
  #spool: SpoolContent | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #flushes: { readonly upTo: number; readonly resolve: () => void }[] = [];
  /** Resolves with the first status. */
  readonly #opened = createSignal();
  #life: 'created' | 'open' | 'closed' = 'created';
  #child: JournalChild | undefined;
  /** The reading processes, each started by its first query: short queries do not wait for long ones. */
  readonly #readers = new Map<'short' | 'long', JournalChild>();
  readonly #restarts = new Backoff(RESTART_PAUSES);
  /** Processes that have exited since one last worked. */
  #ends = 0;
  #reason = 'it is not open yet';

  /** Does not touch the disk: see {@link JournalProcess.open}. */
  constructor(options: JournalProcessOptions) {
    super();
    this.#options = options;
    this.#losses = new Losses((loss) => options.listener({ kind: 'loss', ...loss }));
    this.#host = createJournalHost(options.adminPort);
    this.#events = new UnwrittenEvents(options.maxQueuedBytes ?? MAX_QUEUED_BYTES, (events) => this.#drop(events));
  }

  /**
   * Starts the process, which opens the database and writes. Earlier events are queued until then. Resolves when it is
   * open, or when the first attempt has failed or takes too long: events then queue until an attempt succeeds. Only
   * queries wait for that.
   */
  async open(): Promise<void> {
    const { openTimeout = OPEN_TIMEOUT_MS } = this.#options;
    this.#life = 'open';
    this.#startChild();
    const timer = setTimeout(
      () => this.#refuse(`it is not open after ${openTimeout} ms. Does its disk answer?`),
      openTimeout,
    );
    await this.#opened.promise;
    clearTimeout(timer);
  }

  /** The id of the writing process; `undefined` while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Its processes, for metrics: the writing one, while there is one, and the reading ones. */
  get children(): readonly JournalChild[] {
    return [this.#child ?? [], ...this.#readers.values()].flat();
  }

  /** Events that are recorded, but neither written nor lost. */
  get waiting(): WaitingEvents {
    const { size } = this.#events;
    return this.#options.url === undefined ? size : { ...size, spool: this.#spool ?? 'unknown' };
  }

  /** What was lost since the host started; `undefined` if nothing was. */
  get lost(): Loss | undefined {
    return this.#losses.total;
  }

  /**
   * The most important status: damage found in the file; else the file's, unless it works; else the database's, if
   * there is one. If all works: whether the file was damaged at the start.
   */
  get status(): JournalStatus {
    const [file, database] = [this.#statuses.get('file'), this.#statuses.get('database')];
    if (this.#damage?.aside === undefined && this.#damage !== undefined) return this.#damage;
    if (file !== undefined && file.kind !== 'working') return file;
    if (database !== undefined && database.kind !== 'working') return database;
    return this.#damage ?? database ?? file ?? { store: 'file', kind: 'working' };
  }

  record(event: JournalEvent): void {
    if (this.#life === 'closed') return this.#lose(1, [event.game], 'dropped', STOPPED);
    if (this.#events.add(event)) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), SEND_DELAY_MS);
  }

  async flush(): Promise<void> {
    this.#events.admit();
    this.#send();
    const { last: upTo } = this.#events;
    if (this.#events.size.entries > 0) await new Promise<void>((resolve) => this.#flushes.push({ upTo, resolve }));
  }

  /** Writes what waits, and reports the rest as lost. Takes 2.5 s at most, even if the process hangs. */
  async close(): Promise<void> {
    if (this.#life === 'closed') return;
    const wasOpen = this.#life === 'open';
    this.#life = 'closed';
    const { closeTimeout = CLOSE_TIMEOUT_MS } = this.#options;
    const end = performance.now() + closeTimeout;
    // A process that has just exited has left events behind.
    if (wasOpen && this.#child === undefined && this.#events.size.entries > 0) this.#startChild();
    // The last process that closes the file should be the writing one.
    await Promise.all([...this.#readers.values()].map((reader) => reader.stop()));
    const child = this.#child;
    if (child !== undefined) {
      const flushing = this.flush();
      // Also if it failed so far: the process tries again twice within this time.
      if (this.#statuses.size > 0) await within(flushing, closeTimeout / 2);
      await child.close(Math.max(0, end - performance.now()));
    }
    this.#child = undefined;
    this.#reason = 'it is closed';
    clearTimeout(this.#timer);
    this.#opened.resolve();
    this.giveUp();
    this.#settleFlushes(Infinity);
  }

  /** Drops everything that waits, and reports it as lost: the host ends. Later events are lost, too. */
  giveUp(): void {
    this.#life = 'closed';
    const { events, games } = this.#events.giveUp();
    this.#lose(events, games, 'failed', this.#withReason(STOPPED));
    this.#losses.close();
  }

  async ask<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<Result> {
    const json = await this.askJson(query, argument);
    return (json === undefined ? undefined : JSON.parse(json)) as Result;
  }

  async askJson<Argument, Result>(query: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>> {
    if (this.#life === 'open') await this.#opened.promise;
    if (this.#life !== 'open') throw new JournalUnavailable(this.#reason);
    return this.#readerFor(query.isLong === true ? 'long' : 'short').ask(query, argument);
  }

  #readerFor(queries: 'short' | 'long'): JournalChild {
    const { path, url = path, programs, heartbeat = HEARTBEAT } = this.#options;
    let reader = this.#readers.get(queries);
    if (reader !== undefined) return reader;
    reader = new JournalChild({
      program: new URL('reading-main.js', programs),
      open: { type: 'read', address: url },
      heartbeat,
      received: (message) => this.#receive(message),
      silent() {},
      gone: () => this.#readers.get(queries) === reader && this.#readers.delete(queries),
    });
    this.#readers.set(queries, reader);
    return reader;
  }

  /** Sends batches while the process has room. */
  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#events.seal();
    this.#pump();
  }

  #pump(): void {
    const child = this.#child;
    if (child === undefined) return;
    const batches = [...this.#events.next()];
    child.sendEncoded(batches);
    if (batches.length > 0) child.write();
  }

  #startChild(): void {
    const { path, url, keepDays, keepMb, programs, heartbeat = HEARTBEAT } = this.#options;
    const retention = { keepDays, keepMb };
    const { finished } = this.#events;
    const options = { path, url, retention, host: this.#host, now: steadyNow(), finished };
    const startedAt = performance.now();
    const child = new JournalChild({
      program: new URL('writer-main.js', programs),
      open: { type: 'open', options },
      heartbeat,
      received: (message) => this.#receive(message),
      silent: (reason) => this.#onSilent(reason),
      gone: (reason) => this.#onGone(child, reason, performance.now() - startedAt),
    });
    this.#child = child;
    this.#events.restart();
    this.#send();
  }

  #onGone(child: JournalChild, reason: string, lived: number): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (lived > RESTART_PAUSES.most) this.#succeed();
    this.#reason = reason;
    this.#opened.resolve();
    if (this.#life === 'closed') return;
    this.#options.listener({ kind: 'restarted', reason });
    if (++this.#ends >= MANY_ENDS) this.#refuse(reason);
    setTimeout(() => this.#life === 'closed' || this.#startChild(), this.#restarts.fail()).unref();
  }

  #succeed(): void {
    this.#ends = 0;
    this.#restarts.succeed();
  }

  #receive(message: FromJournal): void {
    if (message.type === 'report') this.#onReport(message.report);
    if (message.type === 'done') this.#onDone(message);
    if (message.type === 'spool') this.#spool = message.content;
    if (message.type === 'openGames') this.#child?.sendEncoded([this.#events.openGames]);
  }

  /** The disk hangs: reading processes wait for it as well. */
  #onSilent(reason: string): void {
    this.#refuse(reason);
    for (const reader of this.#readers.values()) reader.kill(reason);
    this.#readers.clear();
  }

  #onReport(report: JournalReport): void {
    const { listener } = this.#options;
    if (!isStatus(report))
      return report.kind === 'lost'
        ? this.#lose(report.events, report.games, report.why, BAD_EVENTS)
        : listener(report);
    const before = this.#statuses.get(report.store);
    const isKnown = this.#damage !== undefined && this.#damage.aside === undefined;
    if (report.kind === 'damaged' && isKnown) return;
    if (report.kind === 'damaged') this.#damage = report;
    else this.#statuses.set(report.store, report);
    if (report.store === 'file') this.#opened.resolve();
    // Before an all-clear.
    if (report.kind === 'working') this.#losses.report();
    listener(report, before);
  }

  /** Reports that nothing can be written, which the process does not know. */
  #refuse(reason: string): void {
    const { path: address } = this.#options;
    this.#onReport({ store: 'file', kind: 'unreachable', address, reason, waiting: this.waiting.entries });
  }

  #lose(events: number, games: readonly string[], why: 'dropped' | 'failed', reason: string): void {
    if (events === 0) return;
    this.#options.listener({ kind: 'lost', events, why, games });
    this.#losses.add(events, games, reason);
  }

  #drop(events: readonly JournalEvent[]): void {
    this.#lose(events.length, engineIdsOf(events), 'dropped', this.#withReason('too many events wait for the disk'));
  }

  /** Adds why the file cannot be written, if it cannot. */
  #withReason(sentence: string): string {
    const file = this.#statuses.get('file');
    return file?.kind === 'unreachable' ? `${sentence}: ${file.reason}` : sentence;
  }

  #onDone({ number, written, failed, dropped, games }: Extract<FromJournal, { type: 'done' }>): void {
    this.#succeed();
    if (written > 0) this.#options.listener({ kind: 'written', events: written });
    this.#lose(failed, games, 'failed', BAD_EVENTS);
    this.#lose(dropped, games, 'dropped', 'the spool is full: it has "journal.maxSize"');
    this.#events.confirm(number);
    this.#pump();
    this.#settleFlushes(number);
  }

  #settleFlushes(number: number): void {
    while (this.#flushes[0] !== undefined && this.#flushes[0].upTo <= number) this.#flushes.shift()!.resolve();
  }
}

function createSignal() {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
