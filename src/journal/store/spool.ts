/** The spool of a host with a remote journal: the batches that the database does not have yet. */
import type { JournalEvent } from '../journal-event.js';
import type { SpoolContent } from '../journal-status.js';
import type { EventBatch } from '../delivery/batches.js';
import { packText, unpackText } from './packed-turns.js';
import type { Database } from './tables.js';

/** Batches are read up to this many events, or packed bytes. */
const READ_ENTRIES = 4000;
const READ_BYTES = 4 * 1024 * 1024;
const READ_BATCHES = 256;

export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/** Adds a batch. Throws a {@link SpoolFull} if the spool would exceed `maxBytes`. */
export async function keepBatch(db: Database, { host, number, events }: EventBatch, maxBytes: number): Promise<void> {
  if (events.length === 0) return;
  const packed = packText(JSON.stringify(events));
  if ((await readSpoolContent(db)).bytes + packed.length > maxBytes) throw new SpoolFull();
  const row = { host, number, entries: events.length, bytes: packed.length, at: Date.now(), packed };
  await db.insertInto('outbox').values(row).execute();
}

/** The oldest batches, all of the same host; empty if there are none. */
export async function readSpool(db: Database): Promise<EventBatch[]> {
  const heads = await db
    .selectFrom('outbox')
    .select(['id', 'host', 'entries', 'bytes'])
    .orderBy('id')
    .limit(READ_BATCHES)
    .execute();
  const ids: number[] = [];
  let [entries, bytes] = [0, 0];
  for (const head of heads) {
    if (head.host !== heads[0]!.host || entries >= READ_ENTRIES || bytes >= READ_BYTES) break;
    ids.push(head.id);
    entries += head.entries;
    bytes += head.bytes;
  }
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('outbox').selectAll().where('id', 'in', ids).orderBy('id').execute();
  return rows.map(({ number, host, packed }) => ({ number, host, events: toEvents(packed) }));
}

export async function removeSpooled(db: Database, batches: readonly EventBatch[]): Promise<void> {
  const numbers = batches.map(({ number }) => number);
  await db.deleteFrom('outbox').where('host', '=', batches[0]!.host).where('number', 'in', numbers).execute();
}

export async function readSpoolContent(db: Database): Promise<SpoolContent> {
  const { fn } = db;
  const row = await db
    .selectFrom('outbox')
    .select([fn.sum<number | null>('entries').as('entries'), fn.sum<number | null>('bytes').as('bytes')])
    .select(fn.min<number | null>('at').as('oldest'))
    .executeTakeFirstOrThrow();
  return { entries: row.entries ?? 0, bytes: row.bytes ?? 0, oldestAt: row.oldest ?? undefined };
}

function toEvents(packed: Uint8Array): JournalEvent[] {
  return JSON.parse(unpackText(packed)) as JournalEvent[];
}
