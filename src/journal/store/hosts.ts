/**
 * The hosts that write to a journal. Each has a row and renews it, so that hosts which share a file know of each other,
 * and none closes the running games of another.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessRunning } from '../../processes/is-process-running.js';
import type { Database, HostsTable } from './tables.js';

/** A host that writes to the journal. */
export interface JournalHost {
  /** Another one for every start of a host. */
  readonly id: string;
  /** Name of its machine. */
  readonly machine: string;
  readonly pid: number;
  /** When its process started, in ms since 1970. */
  readonly startedAt: number;
}

/** How often a host renews its row, in ms. */
export const RENEWAL_INTERVAL_MS = 10_000;
/** A host that has not renewed its row for this long is gone, in ms. */
const STALE_MS = 6 * RENEWAL_INTERVAL_MS;
/** Two readings of the start of the same process differ by less than this, in ms. */
const CLOCK_PRECISION_MS = 2000;

/** This process as a host. */
export function createJournalHost(): JournalHost {
  const startedAt = Math.round(Date.now() - 1000 * process.uptime());
  return { id: randomUUID(), machine: hostname(), pid: process.pid, startedAt };
}

/** Writes or renews the row of a host. `now` in ms since 1970. */
export async function renewHost(db: Database, { id, machine, pid, startedAt }: JournalHost, now: number) {
  await db
    .insertInto('hosts')
    .values({ id, machine, pid, started_at: startedAt, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();
}

/** Deletes the rows of hosts that are gone. Returns the others that are there, without `self`. */
export async function findOtherHosts(db: Database, self: JournalHost, now: number): Promise<JournalHost[]> {
  const others: JournalHost[] = [];
  for (const row of await db.selectFrom('hosts').selectAll().where('id', '!=', self.id).execute()) {
    const { id, machine, pid } = row;
    const startedAt = Number(row.started_at);
    if (isThere({ id, machine, pid, startedAt }, Number(row.seen_at), self, now)) {
      others.push({ id, machine, pid, startedAt });
    } else await removeHost(db, row);
  }
  return others;
}

/** Removes the row of a host that ends. */
export async function removeHost(db: Database, { id }: Pick<HostsTable, 'id'>): Promise<void> {
  await db.deleteFrom('hosts').where('id', '=', id).execute();
}

/**
 * Whether a host still runs. Of a process on this machine the system knows. A container that is started again has the
 * process id of its predecessor, but another start.
 */
function isThere(host: JournalHost, seenAt: number, self: JournalHost, now: number): boolean {
  if (Math.abs(now - seenAt) > STALE_MS) return false;
  if (host.machine !== self.machine) return true;
  if (host.pid === self.pid) return Math.abs(host.startedAt - self.startedAt) < CLOCK_PRECISION_MS;
  return isProcessRunning(host.pid);
}
