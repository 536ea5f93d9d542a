/** The way of events in the journal's process: from the queue in memory, through a spool if need be, to the journal. */
import { Backoff } from '../../backoff.js';
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';
import type { Retention } from '../journal.js';
import type { JournalHost } from '../store/hosts.js';
import { messageOf } from '../../errors.js';
import { isDamage } from '../is-unavailable.js';
import { markDamaged, setBrokenAside } from '../store/broken-file.js';
import { continueSteadyClock } from '../store/retention.js';
import type { EventBatch } from './deliver-batches.js';
import { Delivery } from './delivery.js';
import { EventQueue, type EventQueueDeps } from './event-queue.js';
import { JournalTarget } from './journal-target.js';
import { OpenGames } from './open-games.js';
import { SpoolTarget } from './spool-target.js';

/** How often a file is tried that cannot be written, in ms. */
const FILE_PAUSES = { least: 500, most: 500 };
/** Failed attempts in a row from which on a store is unreachable: a broken connection says little, a full disk all. */
const ATTEMPTS = { file: 1, database: 2 } as const;
/** Time to write what is queued when the host ends, in ms; the host gives up earlier. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Time to deliver what is left in the spool when the host ends, in ms. */
const CLOSE_DELIVERY_MS = 1200;

export interface EventWriterOptions {
  /** Absolute path of the host's file: the journal's, or that of the spool for a database. */
  readonly path: string;
  /** The database, if the journal is not in the file. */
  readonly url: string | undefined;
  readonly retention: Retention;
  /** The host that writes, the same for all processes of its journal. */
  readonly host: JournalHost;
  /** The moment by the host's steady clock, in ms since 1970: retention counts from it. */
  readonly now: number;
}

/** What a writer before this one has done with the events of the same host. */
export interface ResumedEvents {
  /** The number of the last batch that it has finished; 0 if there was none. */
  readonly finished: number;
  /** The beginnings of the games that are under way since. */
  readonly openGames: readonly JournalEvent[];
}

const NOTHING_RESUMED: ResumedEvents = { finished: 0, openGames: [] };

export interface EventWriterListener {
  readonly report: (report: JournalReport) => void;
  readonly done: EventQueueDeps['done'];
  /** What waits in the spool has changed. */
  readonly spooled: (content: SpoolContent) => void;
}

/**
 * Owns the queue and one or two deliveries: to the journal in the file; or to the spool in the file, and from there to
 * the database.
 */
export class EventWriter {
  readonly #queue: EventQueue;
  /** In the order in which events pass them. */
  readonly #deliveries: readonly Delivery[];
  readonly #path: string;
  readonly #report: EventWriterListener['report'];
  #isDamaged = false;
  #started: Promise<void> | undefined;

  constructor(options: EventWriterOptions, listener: EventWriterListener, resumed = NOTHING_RESUMED) {
    const { path, url, retention, host } = options;
    const { report, done, spooled } = listener;
    this.#path = path;
    this.#report = report;
    const failed = (thrown: unknown): void => this.#look(thrown);
    const games = new OpenGames();
    games.note(resumed.openGames);
    const openGames = (): readonly JournalEvent[] => games.events;
    const common = { host, retention, openGames, failed, clock: continueSteadyClock(options.now) };
    this.#queue = new EventQueue({ openGames: games, done, ready: () => this.#deliveries[0]!.wake() });
    const first = { source: this.#queue, backoff: new Backoff(FILE_PAUSES), attempts: ATTEMPTS.file, report, failed };
    if (url === undefined) {
      const { finished } = resumed;
      const target = new JournalTarget({ ...common, store: 'file', address: path, report, finished });
      this.#deliveries = [new Delivery({ ...first, target })];
      return;
    }
    const spool = new SpoolTarget({
      address: path,
      host: host.id,
      maxBytes: retention.keepMb * 1024 * 1024,
      openGames,
      report,
      finished: resumed.finished,
      changed(content) {
        spooled(content);
        if (content.entries > 0) second.wake();
      },
    });
    const target = new JournalTarget({ ...common, store: 'database', address: url, report });
    const second = new Delivery({
      source: spool,
      target,
      backoff: new Backoff(),
      attempts: ATTEMPTS.database,
      failed,
      report(message) {
        report(message);
        if (message.kind === 'working' && message.after !== undefined) spool.shrink();
      },
    });
    this.#deliveries = [new Delivery({ ...first, target: spool }), second];
  }

  /** Sets a broken file aside, opens the stores, and begins to deliver. */
  start(): void {
    this.#started ??= this.#setAside().finally(() => this.#deliveries.forEach((delivery) => delivery.start()));
  }

  add(batch: EventBatch): void {
    this.#queue.add(batch);
  }

  /** Has everything queued delivered without delay. */
  flush(): void {
    this.#queue.flush();
  }

  /** The file is damaged: reports it once, and marks the file for the next start. */
  noteDamage(reason: string): void {
    if (this.#isDamaged) return;
    this.#isDamaged = true;
    this.#report({ store: 'file', kind: 'damaged', reason });
    // If it cannot be marked, the next start finds the damage as this one did.
    markDamaged(this.#path).catch(() => {});
  }

  /** Delivers what is queued, for a limited time, and closes the stores. */
  async close(): Promise<void> {
    await this.#started;
    const [first, second] = this.#deliveries;
    // The spool stays open for those who take from it.
    if (second === undefined) return first!.close(CLOSE_TIMEOUT_MS);
    await first!.finish(CLOSE_TIMEOUT_MS);
    await second.close(CLOSE_DELIVERY_MS);
    await first!.close(0);
  }

  #look(thrown: unknown): void {
    if (isDamage(thrown)) this.noteDamage(messageOf(thrown));
  }

  async #setAside(): Promise<void> {
    try {
      const aside = await setBrokenAside(this.#path);
      if (aside === undefined) return;
      const { to, damage: reason } = aside;
      this.#report(
        reason === undefined ? { kind: 'setAside', to } : { store: 'file', kind: 'damaged', reason, aside: to },
      );
    } catch {
      // The disk: opening the file reports the same.
    }
  }
}
