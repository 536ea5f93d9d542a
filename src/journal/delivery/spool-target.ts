/** The spool between two deliveries: the target of the first, from memory, and the source of the second. */
import type { JournalEvent } from '../journal-event.js';
import type { JournalReport, SpoolContent } from '../journal-status.js';
import type { EventBatch } from './deliver-batches.js';
import { FILE_MOVED, type BatchSource, type BatchTarget, type TakenBatches } from './delivery.js';
import { Spool } from './spool.js';

export interface SpoolTargetDeps {
  /** The path of its file. */
  readonly address: string;
  /** Id of the host. */
  readonly host: string;
  readonly maxBytes: number;
  /** The first events of the games under way, for when their beginnings may have been dropped. */
  readonly openGames: () => readonly JournalEvent[];
  readonly report: (report: JournalReport) => void;
  /** The number of the last batch of the host's queue that is in the spool, or has left it. */
  readonly finished: number;
  /** What is in it has changed. */
  readonly changed: (content: SpoolContent) => void;
}

/**
 * Owns the spool in its file.
 *
 * Guarantees that events are in the file once, and before they are delivered, on good days too: there is one way. When
 * the file is full it drops the newest events and says how many, and begins the games under way once more when there is
 * room. If its file was deleted, moved or replaced, it fails once, and begins a new one.
 */
export class SpoolTarget implements BatchTarget, BatchSource {
  readonly store = 'file';
  readonly clockAhead = 0;
  readonly #deps: SpoolTargetDeps;
  #spool: Spool | undefined;
  /** The highest number of a batch of this host: the database has a mark there, and skips what is numbered below. */
  #last = 0;
  /** `torn`: events were dropped or have disappeared with their file, perhaps the beginnings of games. */
  #stream: 'whole' | 'torn' = 'whole';
  /** The number of the last batch of this host's queue that was appended. */
  #taken = 0;

  constructor(deps: SpoolTargetDeps) {
    this.#deps = deps;
  }

  get address(): string {
    return this.#deps.address;
  }

  get isDue(): boolean {
    return this.#spool === undefined || this.#spool.isMoved;
  }

  /** A process before this one may have appended some of these batches already. */
  async take(batches: readonly EventBatch[]): Promise<TakenBatches> {
    const spool = await this.#open();
    const events = batches.filter(({ number }) => number > this.#taken).flatMap((batch) => batch.events);
    const begun = this.#stream === 'torn' ? this.#deps.openGames() : [];
    const last = Math.max(this.#taken, batches.at(-1)?.number ?? 0);
    const isKept = events.length + begun.length === 0 || (await this.#append(spool, [...begun, ...events], last));
    this.#stream = isKept ? 'whole' : 'torn';
    // The events are kept: if this threw, they would be kept twice.
    await this.#reportContent().catch(() => {});
    return { failed: 0, dropped: isKept ? 0 : events.length };
  }

  async readOldest(): Promise<readonly EventBatch[]> {
    return this.#spool?.readOldest() ?? [];
  }

  async remove(batches: readonly EventBatch[], { failed }: TakenBatches): Promise<void> {
    if (failed > 0) this.#deps.report({ kind: 'lost', events: failed, why: 'failed' });
    // If this fails, they are read once more, and the mark says that the database has them.
    await this.#spool?.remove(batches);
    await this.#reportContent();
  }

  async count(): Promise<number> {
    return (await this.#spool?.content())?.entries ?? 0;
  }

  /** Returns the space to the file system that an outage of the database took. */
  shrink(): void {
    void this.#spool?.shrink().catch(() => {});
  }

  async disconnect(): Promise<void> {
    const spool = this.#spool;
    this.#spool = undefined;
    await spool?.close();
  }

  /** Nobody else needs to know that a host leaves its spool. */
  close(): Promise<void> {
    return this.disconnect();
  }

  async #open(): Promise<Spool> {
    const { address, host, maxBytes, finished } = this.#deps;
    if (this.#spool?.isMoved) throw new Error(FILE_MOVED);
    if (this.#spool !== undefined) return this.#spool;
    const spool = await Spool.open(address, maxBytes, this.#last);
    const taken = await spool.lastTaken(host);
    if (taken < Math.max(this.#taken, finished)) this.#stream = 'torn';
    this.#taken = Math.max(this.#taken, taken);
    return (this.#spool = spool);
  }

  /** Returns whether there was room for the events. */
  async #append(spool: Spool, events: readonly JournalEvent[], last: number): Promise<boolean> {
    const number = await spool.append(this.#deps.host, events, Date.now(), last);
    this.#last = Math.max(this.#last, number ?? 0);
    if (number !== undefined) this.#taken = last;
    return number !== undefined;
  }

  async #reportContent(): Promise<void> {
    const content = await this.#spool?.content();
    if (content !== undefined) this.#deps.changed(content);
  }
}
