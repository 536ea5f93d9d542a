/** Delivers what a host keeps in its spool to the database of its journal. Runs in the writing thread. */
import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from '../../backoff.js';
import { messageOf } from '../../errors.js';
import { isUnavailable } from '../is-unavailable.js';
import type { JournalEvent } from '../journal-event.js';
import type { Retention } from '../journal.js';
import { SqlJournal, type OpenedJournal } from '../sql-journal.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import { RETENTION_INTERVAL_MS, steadyNow } from '../store/retention.js';
import type { WrittenEvents } from '../store/write-events.js';
import { DatabaseRestored, NO_MARK, type Delivered, type SpoolMark } from './deliver-batches.js';
import type { Spool, SpooledBatch } from './spool.js';

/** Failed attempts in a row from which on the database counts as lost: after a broken connection, the next may work. */
const ATTEMPTS = 2;
/** Longest time to connect, to look at the hosts and to migrate, in ms: then another attempt begins. */
const OPEN_TIMEOUT_MS = 60_000;
/** Pause after the file of the spool could not be read, in ms. The writing thread reports it. */
const FILE_DELAY_MS = 1000;
/** For limits that keep no thread alive. */
const UNREF = { ref: false };

/** What a delivery reports. */
export interface DeliveryListener {
  /** A batch or several have arrived, and have left the spool. */
  delivered(): void;
  /** An attempt to reach the database or to write to it has failed. */
  failed(): void;
  /** The database is lost; called once until it is back. */
  lost(reason: string): void;
  /** It is back, and has all that waited for it. */
  back(delivered: number, away: number): void;
  written(found: WrittenEvents): void;
  /** An event can never be written. */
  bad(reason: string): void;
  forgotten(games: number): void;
  /** The other hosts of the database, and by how much its clock is ahead of ours, in ms. Called every few seconds. */
  hosts(others: readonly JournalHost[], clockSkew: number): void;
}

/** What a delivery is wired to. */
export interface DeliveryDeps {
  /** The URL of the database, or the path of a file. */
  readonly address: string;
  readonly host: JournalHost;
  readonly retention: Retention;
  /** The spool that is open now. */
  readonly spool: () => Spool | undefined;
  /** The first events of the games under way, for a database that was restored. */
  readonly openGames: () => readonly JournalEvent[];
  readonly listener: DeliveryListener;
  readonly backoff?: Backoff;
}

type DatabaseState = { kind: 'working' } | { kind: 'failing'; attempts: number } | LostState;
interface LostState {
  readonly kind: 'lost';
  readonly since: number;
  delivered: number;
}

/**
 * Owns the connection to the database, and the loop that delivers batches in their order.
 *
 * Guarantees that each event is written once, whatever dies meanwhile: a batch is removed from the spool after the
 * transaction that wrote it, and the same transaction has moved a mark in the database. It tells other hosts that this
 * one is there, and deletes old games. It never ends before it is closed, and waits longer after each failure.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #backoff: Backoff;
  readonly #closing = new AbortController();
  /** `woken`: something was recorded since the spool was read. */
  #waking: 'asleep' | 'woken' = 'asleep';
  #wake: () => void = () => {};
  #journal: SqlJournal | undefined;
  #state: DatabaseState = { kind: 'working' };
  /** What the database has of this host's, as far as it has said so to this process. */
  #mark: SpoolMark = NO_MARK;
  #renewedAt = -Infinity;
  #forgotAt = -Infinity;
  #loop: Promise<void> | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#backoff = deps.backoff ?? new Backoff();
  }

  /** Begins to deliver. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** There is something to deliver. */
  wake(): void {
    this.#waking = 'woken';
    this.#wake();
  }

  /** Delivers what is left for at most `within` ms, unless the database is lost, and disconnects. */
  async close(within: number): Promise<void> {
    const end = performance.now() + within;
    this.#closing.abort();
    this.#wake();
    await Promise.race([this.#loop, wait(within, undefined, UNREF)]);
    const journal = this.#journal;
    this.#journal = undefined;
    const isReachable = this.#state.kind === 'working' && performance.now() < end;
    const closed = isReachable ? journal?.close() : journal?.disconnect();
    await Promise.race([closed?.catch(() => {}), wait(Math.max(100, end - performance.now()), undefined, UNREF)]);
    // A round that hangs may still connect.
    void this.#loop?.then(() => this.#journal?.disconnect()).catch(() => {});
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#waking = 'asleep';
      const batches = await this.#read();
      const isIdle = batches.length === 0;
      if (this.#isClosing && (isIdle || this.#state.kind !== 'working')) return;
      if (isIdle && this.#state.kind === 'working' && !this.#isDue()) {
        await this.#sleep(RENEWAL_INTERVAL_MS);
        continue;
      }
      try {
        await this.#work(batches);
      } catch (thrown) {
        this.#fail(thrown);
        await this.#sleep(this.#backoff.fail());
      }
    }
  }

  /** The oldest batches; none if the file cannot be read. */
  async #read(): Promise<readonly SpooledBatch[]> {
    try {
      return (await this.#deps.spool()?.readOldest()) ?? [];
    } catch {
      await this.#sleep(FILE_DELAY_MS);
      return [];
    }
  }

  /** One round: throws if the database is out of reach. */
  async #work(batches: readonly SpooledBatch[]): Promise<void> {
    const journal = (this.#journal ??= await this.#open());
    if (this.#isDue()) await this.#renew(journal);
    if (batches.length > 0) await this.#deliver(journal, batches);
    this.#succeed(batches.length === 0);
    if (steadyNow() - this.#forgotAt >= RETENTION_INTERVAL_MS) void this.#forget(journal);
  }

  async #open(): Promise<SqlJournal> {
    const { host, address, listener } = this.#deps;
    const opening = SqlJournal.openAs(host, address);
    const opened = await Promise.race([opening, wait(OPEN_TIMEOUT_MS, undefined, UNREF)]);
    if (opened === undefined) {
      void opening.then(disconnect).catch(() => {});
      throw new Error(`it has not answered for ${OPEN_TIMEOUT_MS / 1000} s`);
    }
    this.#renewedAt = performance.now();
    listener.hosts(opened.others, opened.journal.clockSkew);
    return opened.journal;
  }

  #isDue(): boolean {
    return performance.now() - this.#renewedAt >= RENEWAL_INTERVAL_MS;
  }

  async #renew(journal: SqlJournal): Promise<void> {
    this.#deps.listener.hosts(await journal.renew(), journal.clockSkew);
    this.#renewedAt = performance.now();
  }

  async #forget(journal: SqlJournal): Promise<void> {
    const { retention, listener } = this.#deps;
    this.#forgotAt = steadyNow();
    // If the database is out of reach, the next batch finds out.
    const games = await journal.forget(retention, steadyNow()).catch(() => 0);
    if (games > 0) listener.forgotten(games);
  }

  async #deliver(journal: SqlJournal, batches: readonly SpooledBatch[]): Promise<void> {
    const { spool, listener } = this.#deps;
    try {
      if (!(await this.#isDelivered(journal, batches)))
        for (const batch of batches) await this.#deliverEach(journal, batch);
    } catch (thrown) {
      if (!(thrown instanceof DatabaseRestored)) throw thrown;
      return this.#beginAgain(journal, thrown.mark);
    }
    // If this fails, they are read once more, and the mark says that the database has them.
    await spool()
      ?.remove(batches)
      .catch(() => wait(FILE_DELAY_MS));
    listener.delivered();
  }

  /** Writes a batch, or if one of its events is bad, the others one by one. */
  async #deliverEach(journal: SqlJournal, batch: SpooledBatch): Promise<void> {
    if (await this.#isDelivered(journal, [batch])) return;
    for (let count = 1; count <= batch.events.length; count++) {
      const part = [{ ...batch, events: batch.events.slice(0, count) }];
      if (!(await this.#isDelivered(journal, part, (thrown) => this.#deps.listener.bad(messageOf(thrown)))))
        await journal.skip(part);
    }
  }

  /** Writes batches and returns true, or false if one of their events can never be written. */
  async #isDelivered(journal: SqlJournal, batches: readonly SpooledBatch[], bad?: (thrown: unknown) => void) {
    try {
      this.#note(await journal.deliver(batches, this.#leastMark(batches)), batches);
      return true;
    } catch (thrown) {
      if (isUnavailable(thrown) || thrown instanceof DatabaseRestored) throw thrown;
      bad?.(thrown);
      return false;
    }
  }

  /** A database that was restored may lack the games under way. What it lacks of the others is lost. */
  async #beginAgain(journal: SqlJournal, mark: SpoolMark): Promise<void> {
    for (const began of this.#deps.openGames()) {
      await journal.write([began]).catch((thrown: unknown) => {
        // A bad event is reported when it is delivered.
        if (isUnavailable(thrown)) throw thrown;
      });
    }
    this.#mark = mark;
  }

  #leastMark([first]: readonly SpooledBatch[]): SpoolMark {
    return first!.host === this.#deps.host.id ? this.#mark : NO_MARK;
  }

  #note({ mark, written, ...found }: Delivered, [first]: readonly SpooledBatch[]): void {
    const { host, listener } = this.#deps;
    if (first!.host === host.id) this.#mark = mark;
    if (this.#state.kind === 'lost') this.#state.delivered += written;
    listener.written(found);
  }

  #succeed(isEmpty: boolean): void {
    this.#backoff.succeed();
    if (this.#state.kind === 'failing') this.#state = { kind: 'working' };
    if (this.#state.kind !== 'lost' || !isEmpty) return;
    const { since, delivered } = this.#state;
    this.#state = { kind: 'working' };
    this.#deps.listener.back(delivered, performance.now() - since);
  }

  #fail(thrown: unknown): void {
    const { listener } = this.#deps;
    void this.#journal?.disconnect().catch(() => {});
    this.#journal = undefined;
    listener.failed();
    if (this.#state.kind === 'lost') return;
    const attempts = this.#state.kind === 'failing' ? this.#state.attempts + 1 : 1;
    this.#state = { kind: 'failing', attempts };
    if (attempts < ATTEMPTS) return;
    this.#state = { kind: 'lost', since: performance.now(), delivered: 0 };
    listener.lost(messageOf(thrown));
  }

  /** Waits until the time is over, or this is closed; or until something is recorded, if the database works. */
  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted || (this.#waking === 'woken' && this.#state.kind === 'working')) return;
    const timer = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = () => this.#state.kind === 'working' && resolve();
      signal.addEventListener('abort', () => resolve(), { once: true, signal: timer.signal });
    });
    await Promise.race([woken, wait(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    this.#wake = () => {};
  }
}

function disconnect({ journal }: OpenedJournal): Promise<void> {
  return journal.disconnect();
}
