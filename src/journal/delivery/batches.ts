/** Writes batches of events into a database, each event once. Called inside a transaction. */
import type { JournalEvent } from '../journal-event.js';
import type { Database } from '../store/tables.js';

/** Events that a host recorded together, in their order. */
export interface EventBatch {
  /** Later batches of the same host have higher numbers; none is used twice. */
  readonly number: number;
  /** Id of the host that recorded them. */
  readonly host: string;
  readonly events: readonly JournalEvent[];
}

export function countEvents(batches: readonly EventBatch[]): number {
  return batches.reduce((sum, { events }) => sum + events.length, 0);
}

/**
 * How far the events of a host have come: all batches before `number` are written, and of this one the first `part`
 * events.
 */
export interface BatchMark {
  readonly number: number;
  readonly part: number;
}

/** The mark of a host of which nothing was written. */
export const NO_MARK: BatchMark = { number: 0, part: 0 };

/** The marks of hosts that wrote nothing for this long are removed, in ms: nobody still has events of theirs. */
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

/**
 * Has those events of some batches of one host written that the database does not have yet, as one batch, and moves the
 * host's mark. The batches are given in their order, the last one perhaps without its end. Throws a
 * {@link DatabaseRestored} if the mark is before `least`.
 */
export async function writeOnce<Written>(
  db: Database,
  batches: readonly EventBatch[],
  least: BatchMark,
  write: (batch: EventBatch) => Promise<Written>,
): Promise<{ readonly mark: BatchMark; readonly written: Written }> {
  const { host, number } = batches.at(-1)!;
  const before = await openMark(db, host);
  if (isBefore(before, least)) throw new DatabaseRestored(before);
  const events = batches.flatMap((batch) => newEvents(batch, before));
  const written = await write({ host, number, events });
  return { written, mark: await moveMark(db, batches, before) };
}

/** Moves the mark of a host over batches without writing them: their last event cannot be written. */
export async function skipBatches(db: Database, batches: readonly EventBatch[]): Promise<BatchMark> {
  return moveMark(db, batches, await openMark(db, batches[0]!.host));
}

function isBefore(one: BatchMark, other: BatchMark): boolean {
  return one.number < other.number || (one.number === other.number && one.part < other.part);
}

function newEvents({ number, events }: EventBatch, mark: BatchMark): readonly JournalEvent[] {
  if (number < mark.number) return [];
  return number === mark.number ? events.slice(mark.part) : events;
}

/** Reads and locks the mark of a host: an earlier attempt to write for it may still be under way, and waits. */
async function openMark(db: Database, host: string): Promise<BatchMark> {
  const now = Date.now();
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

async function moveMark(db: Database, batches: readonly EventBatch[], before: BatchMark): Promise<BatchMark> {
  const { host, number, events } = batches.at(-1)!;
  const mark = { number, part: events.length };
  if (!isBefore(before, mark)) return before;
  const moved = { delivered: mark.number, part: mark.part, seen_at: Date.now() };
  await db.updateTable('spools').set(moved).where('id', '=', host).execute();
  return mark;
}
