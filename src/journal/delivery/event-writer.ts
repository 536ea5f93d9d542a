/** Writes events in the journal's process: to the host's file, and from there to a remote database. */
import { Backoff } from '../../processes/timing.js';
import { engineIdsOf, type JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';
import type { Retention } from '../journal.js';
import type { JournalHost } from '../store/hosts.js';
import { messageOf } from '../../errors/errors.js';
import { isDamage } from '../is-unavailable.js';
import { markDamaged, setBrokenAside } from '../store/broken-file.js';
import { continueSteadyClock } from '../store/retention.js';
import { readSpool, readSpoolContent, removeSpooled } from '../store/spool.js';
import { countEvents, type EventBatch } from './batches.js';
import { Delivery } from './delivery.js';
import { JournalTarget, type TakenBatches } from './journal-target.js';

/** Batches are written together up to this many events. */
const READ_EVENTS = 4000;
/** Pauses between attempts to write a file that cannot be written, in ms. */
const FILE_PAUSES = { least: 500, most: 500 };
/** A store counts as unreachable after this many failed attempts in a row: one for a disk, two for a connection. */
const ATTEMPTS = { file: 1, database: 2 } as const;
/** Time to write the queue when the host ends, in ms; the host gives up earlier. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Time to copy the rest of the spool when the host ends, and then to close the file, in ms. */
const CLOSE_COPY_MS = 1200;
const CLOSE_FILE_MS = 500;

export interface EventWriterOptions {
  /** Absolute path of the host's file: the journal, or the spool for a database. */
  readonly path: string;
  /** The remote database, if the journal is not in the file. */
  readonly url: string | undefined;
  readonly retention: Retention;
  /** The host, the same for all processes of its journal. */
  readonly host: JournalHost;
  /** Now by the host's steady clock, in ms since 1970: retention counts from it. */
  readonly now: number;
  /** The host's last batch that an earlier writer finished; 0 if there was none. */
  readonly finished: number;
}

export interface EventWriterListener {
  readonly report: (report: JournalReport) => void;
  /** All batches up to this number are finished, with so many events written since the last call. */
  readonly done: (number: number, written: number, taken: TakenBatches) => void;
  /** The content of the spool has changed. */
  readonly spooled: (content: SpoolContent) => void;
  /** Asks for the first events of the games in progress. */
  readonly openGames: () => Promise<readonly JournalEvent[]>;
}

/** Owns the batches in memory and both deliveries: to the file, and from the file's spool to the database. */
export class EventWriter {
  readonly #batches: EventBatch[] = [];
  readonly #toFile: Delivery;
  readonly #toDatabase: Delivery | undefined;
  readonly #path: string;
  readonly #listener: EventWriterListener;
  #isDamaged = false;
  #started: Promise<void> | undefined;

  constructor({ path, url, retention, host, now, finished }: EventWriterOptions, listener: EventWriterListener) {
    this.#path = path;
    this.#listener = listener;
    const { report, openGames } = listener;
    const failed = (thrown: unknown): void => this.#look(thrown);
    const common = { host, retention, openGames, failed, clock: continueSteadyClock(now), report };
    const spooled = (content: SpoolContent) => {
      listener.spooled(content);
      if (content.entries > 0) this.#toDatabase?.wake();
    };
    const file = new JournalTarget({
      ...common,
      store: 'file',
      address: path,
      finished,
      spooled: url === undefined ? undefined : spooled,
    });
    this.#toFile = new Delivery({
      source: {
        readOldest: () => this.#readOldest(),
        remove: (batches, taken) => this.#finish(batches, taken),
        count: () => countEvents(this.#batches),
      },
      target: file,
      backoff: new Backoff(FILE_PAUSES),
      attempts: ATTEMPTS.file,
      report,
      failed,
    });
    if (url === undefined) return;
    this.#toDatabase = new Delivery({
      source: {
        readOldest: () => (file.journal === undefined ? [] : readSpool(file.journal.db)),
        async remove(batches, taken) {
          const { length: events } = taken.failed;
          if (events > 0) report({ kind: 'lost', events, why: 'failed', games: engineIdsOf(taken.failed) });
          // If this fails, they are read again, and the mark shows that the database has them.
          if (file.journal !== undefined) await removeSpooled(file.journal.db, batches);
          if (file.journal !== undefined) spooled(await readSpoolContent(file.journal.db));
        },
        count: async () => (file.journal === undefined ? 0 : (await readSpoolContent(file.journal.db)).entries),
      },
      target: new JournalTarget({ ...common, store: 'database', address: url }),
      backoff: new Backoff(),
      attempts: ATTEMPTS.database,
      failed,
      report(message) {
        report(message);
        // Returns the space that an outage of the database took to the file system.
        if (message.kind === 'working' && message.after !== undefined)
          void file.journal?.dialect.shrink().catch(() => {});
      },
    });
  }

  /** Sets a broken file aside, opens the stores, and begins to write. */
  start(): void {
    this.#started ??= this.#setAside().finally(() => {
      this.#toFile.start();
      this.#toDatabase?.start();
    });
  }

  /** Adds a batch, to be written with the next {@link EventWriter.write}. Never drops any. */
  add(batch: EventBatch): void {
    this.#batches.push(batch);
  }

  /** Writes all added batches without delay. */
  write(): void {
    this.#toFile.wake();
  }

  /** Writes all added batches, for a limited time, and closes the stores. */
  async close(): Promise<void> {
    await this.#started;
    // The spool stays open for the delivery that reads from it.
    if (this.#toDatabase !== undefined) {
      await this.#toFile.finish(CLOSE_TIMEOUT_MS);
      await this.#toDatabase.close(CLOSE_COPY_MS);
    }
    await this.#toFile.close(this.#toDatabase === undefined ? CLOSE_TIMEOUT_MS : CLOSE_FILE_MS);
  }

  #readOldest(): readonly EventBatch[] {
    let events = 0;
    const end = this.#batches.findIndex((batch) => (events += batch.events.length) >= READ_EVENTS);
    return this.#batches.slice(0, end < 0 ? undefined : end + 1);
  }

  #finish(batches: readonly EventBatch[], taken: TakenBatches): void {
    this.#batches.splice(0, batches.length);
    this.#listener.done(
      batches.at(-1)!.number,
      countEvents(batches) - taken.failed.length - taken.dropped.length,
      taken,
    );
  }

  /** Reports damage of the file once, and marks the file for the next start. */
  #look(thrown: unknown): void {
    if (!isDamage(thrown) || this.#isDamaged) return;
    this.#isDamaged = true;
    this.#listener.report({ store: 'file', kind: 'damaged', reason: messageOf(thrown) });
    // If it cannot be marked, the next start finds the damage again.
    markDamaged(this.#path).catch(() => {});
  }

  async #setAside(): Promise<void> {
    try {
      const aside = await setBrokenAside(this.#path);
      if (aside === undefined) return;
      const { to, damage: reason } = aside;
      this.#listener.report(
        reason === undefined ? { kind: 'setAside', to } : { store: 'file', kind: 'damaged', reason, aside: to },
      );
    } catch {
      // The disk: opening the file reports the same.
    }
  }
}
