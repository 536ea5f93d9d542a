/** Writes batches of events into a database, each event once. Called inside a transaction. */
import type { JournalEvent } from '../journal-event.js';
import type { Database } from '../store/tables.js';

export interface EventBatch {
  /** Rises from batch to batch of the same host; never used twice. */
  readonly number: number;
  /** Id of the host. */
  readonly host: string;
  readonly events: readonly JournalEvent[];
}

export function countEvents(batches: readonly EventBatch[]): number {
  return batches.reduce((sum, { events }) => sum + events.length, 0);
}

/** How far the events of a host are written: all batches before `number`, and the first `part` events of this one. */
export interface BatchMark {
  readonly number: number;
  readonly part: number;
}

/** The mark of a host without written events. */
export const NO_MARK: BatchMark = { number: 0, part: 0 };

/** Marks of hosts that wrote nothing for this long are removed, in ms: no spool is that old. */
const MARK_LIFE_MS = 400 * 24 * 60 * 60_000;

/** The database lost events: a backup was restored, or a standby without the newest events became the server. */
export class DatabaseRestored extends Error {
  override readonly name = 'DatabaseRestored';
  /** The mark in the database as it is. */
  readonly mark: BatchMark;

  constructor(mark: BatchMark) {
    super('the database lacks events that it had');
    this.mark = mark;
  }
}

/**
 * Writes the events of some batches of one host that the database does not have yet, as one batch, and moves the host's
 * mark. The batches are in order; the last one may lack its end. Throws a {@link DatabaseRestored} if the mark is
 * before `least`.
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

/** Moves the mark of a host past batches without writing them: their last event cannot be written. */
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

/** Reads and locks the mark of a host. Waits for an earlier attempt to write for it. */
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
