/** Writes batches into the database of a journal, each event once. Called inside a transaction. */
import type { JournalEvent } from '../journal-event.js';
import type { Database } from '../store/tables.js';
import { writeEvents, type WrittenEvents } from '../store/write-events.js';

/** Events that a host recorded together, in their order. */
export interface EventBatch {
  /** Later batches of the same host have higher numbers; none is used twice. */
  readonly number: number;
  /** Id of the host that recorded them. */
  readonly host: string;
  readonly events: readonly JournalEvent[];
}

/**
 * How far the events of a host have come: all batches before `number` are written, and of this one the first `part`
 * events.
 */
export interface BatchMark {
  readonly number: number;
  readonly part: number;
}

/** The mark of a host of which nothing was delivered. */
export const NO_MARK: BatchMark = { number: 0, part: 0 };

/** The marks of hosts that delivered nothing for this long are removed, in ms: nobody still has events of theirs. */
const MARK_LIFE_MS = 400 * 24 * 60 * 60_000;

/** The database lacks what it had: a backup was restored, or a server took over that had not received it all. */
export class DatabaseRestored extends Error {
  override readonly name = 'DatabaseRestored';
  /** How far the events have come in the database as it is. */
  readonly mark: BatchMark;

  constructor(mark: BatchMark) {
    super('the database lacks events that it had');
    this.mark = mark;
  }
}

export interface Delivered extends WrittenEvents {
  readonly mark: BatchMark;
  /** How many events were new to the database. */
  readonly written: number;
}

/**
 * Writes those events of some batches of one host that the database does not have yet, and moves the host's mark. The
 * batches are given in their order, the last one perhaps without its end. Throws a {@link DatabaseRestored} if the mark
 * is before `least`. `now` in ms since 1970.
 */
export async function deliverBatches(
  db: Database,
  batches: readonly EventBatch[],
  least: BatchMark,
  now: number,
): Promise<Delivered> {
  const { host } = batches[0]!;
  const before = await openMark(db, host, now);
  if (isBefore(before, least)) throw new DatabaseRestored(before);
  const events = batches.flatMap((batch) => newEvents(batch, before));
  const written = await writeEvents(db, events, { host });
  const mark = await moveMark(db, batches, before, now);
  return { ...written, mark, written: events.length };
}

/** Moves the mark of a host over batches without writing them: their last event cannot be written. */
export async function skipBatches(db: Database, batches: readonly EventBatch[], now: number): Promise<BatchMark> {
  return moveMark(db, batches, await openMark(db, batches[0]!.host, now), now);
}

export function isBefore(one: BatchMark, other: BatchMark): boolean {
  return one.number < other.number || (one.number === other.number && one.part < other.part);
}

function newEvents({ number, events }: EventBatch, mark: BatchMark): readonly JournalEvent[] {
  if (number < mark.number) return [];
  return number === mark.number ? events.slice(mark.part) : events;
}

/** Reads and locks the mark of a host: an earlier attempt to deliver for it may still be under way, and waits. */
async function openMark(db: Database, host: string, now: number): Promise<BatchMark> {
  const { delivered, part } = await db
    .insertInto('spools')
    .values({ id: host, delivered: 0, part: 0, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .returning(['delivered', 'part'])
    .executeTakeFirstOrThrow();
  const mark = { number: delivered, part };
  if (mark.number === 0)
    await db
      .deleteFrom('spools')
      .where('seen_at', '<', now - MARK_LIFE_MS)
      .execute();
  return mark;
}

async function moveMark(
  db: Database,
  batches: readonly EventBatch[],
  before: BatchMark,
  now: number,
): Promise<BatchMark> {
  const { host, number, events } = batches.at(-1)!;
  const mark = { number, part: events.length };
  if (!isBefore(before, mark)) return before;
  const moved = { delivered: mark.number, part: mark.part, seen_at: now };
  await db.updateTable('spools').set(moved).where('id', '=', host).execute();
  return mark;
}
