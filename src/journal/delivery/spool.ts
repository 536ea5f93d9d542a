/**
 * The spool of a host whose journal is in a database elsewhere: what it has recorded and not delivered yet. Opened by
 * `spool-target.ts`.
 */
import { sql, type Generated, type Kysely } from 'kysely';
import type { JournalEvent } from '../journal-event.js';
import { openEmbedded } from '../store/embedded.js';
import { packText, unpackText } from '../store/packed-turns.js';
import type { OpenDatabase } from '../store/tables.js';
import type { SpoolContent } from '../journal-status.js';
import type { EventBatch } from './deliver-batches.js';

interface SpoolTables {
  outbox: {
    number: Generated<number>;
    host: string;
    entries: number;
    bytes: number;
    /** In ms since 1970. */
    at: number;
    /** The events as JSON, deflated. */
    packed: Uint8Array;
  };
  /** The number of the last batch of the queue that is in the spool or has left it, by host. */
  taken: {
    host: string;
    number: number;
    at: number;
  };
}

/** Batches are read until they have this many events, or bytes as they are packed. */
const READ_ENTRIES = 4000;
const READ_BYTES = 4 * 1024 * 1024;
/** What was taken of a host is forgotten if it has recorded nothing for this long, in ms: it has ended. */
const MARK_LIFE_MS = 7 * 24 * 60 * 60_000;
const READ_BATCHES = 256;

/**
 * Owns an embedded file with numbered batches of events, beside whatever else the file holds.
 *
 * Guarantees that a batch is in the file as a whole once {@link Spool.append} resolves, also if the process is killed,
 * and that the batches take a bounded number of bytes. Several processes may have the file open. It never reorders.
 */
export class Spool {
  readonly #db: Kysely<SpoolTables>;
  readonly #opened: OpenDatabase;
  readonly #maxBytes: number;

  private constructor(opened: OpenDatabase, maxBytes: number) {
    this.#opened = opened;
    this.#db = opened.db as unknown as Kysely<SpoolTables>;
    this.#maxBytes = maxBytes;
  }

  /**
   * Opens the spool in a file, and creates what is missing. Throws what the disk says.
   *
   * @param last batches get higher numbers than this, in a new file too: the database has those up to it
   */
  static async open(path: string, maxBytes: number, last = 0): Promise<Spool> {
    const opened = await openEmbedded(path);
    const spool = new Spool(opened, maxBytes);
    try {
      await spool.#create();
      await spool.#numberFrom(last);
      return spool;
    } catch (thrown) {
      await opened.db.destroy();
      throw thrown;
    }
  }

  /** Whether its file was deleted, moved or replaced. */
  get isMoved(): boolean {
    return this.#opened.isMoved();
  }

  /**
   * Adds the events that a host has recorded, in its batches up to the one numbered `taken`. `now` in ms since 1970.
   * Returns the number that they have here; `undefined` if they take more room than is left, and then it adds nothing.
   */
  async append(host: string, events: readonly JournalEvent[], now: number, taken = 0): Promise<number | undefined> {
    const packed = packText(JSON.stringify(events));
    const { bytes } = await this.content();
    if (bytes + packed.length > this.#maxBytes) return undefined;
    const row = { host, entries: events.length, bytes: packed.length, at: now, packed };
    return this.#db.transaction().execute(async (db) => {
      const { number } = await db.insertInto('outbox').values(row).returning('number').executeTakeFirstOrThrow();
      const mark = { number: taken, at: now };
      await db
        .insertInto('taken')
        .values({ host, ...mark })
        .onConflict((conflict) => conflict.column('host').doUpdateSet(mark))
        .execute();
      return number;
    });
  }

  /** The number of the last batch of a host that was appended. */
  async lastTaken(host: string): Promise<number> {
    const row = await this.#db.selectFrom('taken').select('number').where('host', '=', host).executeTakeFirst();
    return row?.number ?? 0;
  }

  /** The oldest batches, all of the same host; empty if there are none. */
  async readOldest(): Promise<EventBatch[]> {
    const heads = await this.#db
      .selectFrom('outbox')
      .select(['number', 'host', 'entries', 'bytes'])
      .orderBy('number')
      .limit(READ_BATCHES)
      .execute();
    const numbers: number[] = [];
    let [entries, bytes] = [0, 0];
    for (const head of heads) {
      if (head.host !== heads[0]!.host) break;
      numbers.push(head.number);
      entries += head.entries;
      bytes += head.bytes;
      if (entries >= READ_ENTRIES || bytes >= READ_BYTES) break;
    }
    if (numbers.length === 0) return [];
    const rows = await this.#db
      .selectFrom('outbox')
      .selectAll()
      .where('number', 'in', numbers)
      .orderBy('number')
      .execute();
    return rows.map(({ number, host, packed }) => ({ number, host, events: toEvents(packed) }));
  }

  async remove(batches: readonly EventBatch[]): Promise<void> {
    const numbers = batches.map(({ number }) => number);
    await this.#db.deleteFrom('outbox').where('number', 'in', numbers).execute();
  }

  async content(): Promise<SpoolContent> {
    const { fn } = this.#db;
    const row = await this.#db
      .selectFrom('outbox')
      .select([fn.sum<number | null>('entries').as('entries'), fn.sum<number | null>('bytes').as('bytes')])
      .select(fn.min<number | null>('at').as('oldest'))
      .executeTakeFirstOrThrow();
    return { entries: row.entries ?? 0, bytes: row.bytes ?? 0, oldestAt: row.oldest ?? undefined };
  }

  /** Returns space to the file system that it no longer needs. */
  shrink(): Promise<void> {
    return this.#opened.dialect.shrink();
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #create(): Promise<void> {
    await this.#db.schema
      .createTable('outbox')
      .ifNotExists()
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('entries', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('packed', 'blob', (column) => column.notNull())
      .execute();
    await this.#db.schema
      .createTable('taken')
      .ifNotExists()
      .addColumn('host', 'text', (column) => column.primaryKey())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .execute();
    await this.#db
      .deleteFrom('taken')
      .where('at', '<', Date.now() - MARK_LIFE_MS)
      .execute();
    // The sums are asked for with each batch: they must not read what is packed.
    await sql`create index if not exists outbox_sums on outbox (at, entries, bytes)`.execute(this.#db);
  }

  /** SQLite keeps the highest number that was used in `sqlite_sequence`, also after its row was deleted. */
  async #numberFrom(last: number): Promise<void> {
    if (last === 0) return;
    await sql`insert into sqlite_sequence (name, seq) select 'outbox', ${last}
      where not exists (select 1 from sqlite_sequence where name = 'outbox')`.execute(this.#db);
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = 'outbox'`.execute(this.#db);
  }
}

function toEvents(packed: Uint8Array): JournalEvent[] {
  return JSON.parse(unpackText(packed)) as JournalEvent[];
}
