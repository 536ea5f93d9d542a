/**
 * The hosts that write to a journal. Each has a row and renews it, so that hosts which share a file know of each other,
 * and none closes the running games of another.
 */
import type { Selectable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { isProcessRunning } from '../../processes/signals.js';
import type { Database, HostsTable } from './tables.js';

/** A host that writes to the journal. */
export interface JournalHost {
  /** Another one for every start of a host. */
  readonly id: string;
  /** The name of its machine, for those who read it: containers on several machines may have the same. */
  readonly machine: string;
  /** Where its process id is valid: see {@link processSpace}. */
  readonly space: string;
  readonly pid: number;
  /** 0 if it serves no page. */
  readonly adminPort: number;
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
export function createJournalHost(adminPort = 0): JournalHost {
  const startedAt = Math.round(Date.now() - 1000 * process.uptime());
  return { id: randomUUID(), machine: hostname(), space: processSpace(), pid: process.pid, adminPort, startedAt };
}

/**
 * Identifies all processes whose ids this one can look up: those of the same boot of the same system, in the same
 * container. On systems that do not tell, the machine's name and the addresses of its network cards have to do.
 */
function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    const cards = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ mac }) => mac));
    return [hostname(), ...new Set(cards)].sort().join(' ');
  }
}

/** Writes or renews the row of a host. `now` in ms since 1970. */
export async function renewHost(db: Database, host: JournalHost, now: number) {
  const { id, machine, space, pid, adminPort, startedAt } = host;
  await db
    .insertInto('hosts')
    .values({ id, machine, space, pid, admin_port: adminPort, started_at: startedAt, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute();
}

/** Deletes the rows of hosts that are gone. Returns the others that are there, without `self`. */
export async function findOtherHosts(db: Database, self: JournalHost, now: number): Promise<JournalHost[]> {
  const others: JournalHost[] = [];
  for (const row of await db.selectFrom('hosts').selectAll().where('id', '!=', self.id).execute()) {
    const { seen_at: seenAt } = row;
    const other = toHost(row);
    if (isThere(other, seenAt, self, now)) others.push(other);
    else await removeHost(db, row);
  }
  return others;
}

/** The admin port of a host that runs beside this process; `undefined` if none does. The newest counts. `now` in ms. */
export async function findAdminPort(db: Database, now: number): Promise<number | undefined> {
  const self = createJournalHost();
  const rows = await db.selectFrom('hosts').selectAll().where('space', '=', self.space).orderBy('started_at').execute();
  return rows.findLast((row) => row.admin_port > 0 && isThere(toHost(row), row.seen_at, self, now))?.admin_port;
}

function toHost({ id, machine, space, pid, admin_port: adminPort, started_at: startedAt }: Selectable<HostsTable>) {
  return { id, machine, space, pid, adminPort, startedAt };
}

/** Removes the row of a host that ends. */
export async function removeHost(db: Database, { id }: Pick<HostsTable, 'id'>): Promise<void> {
  await db.deleteFrom('hosts').where('id', '=', id).execute();
}

/**
 * Whether a host still runs. The system knows of a process beside this one; a host elsewhere is there while it renews
 * its row. A container that is started again may have the process id of its predecessor, but another start.
 */
function isThere(host: JournalHost, seenAt: number, self: JournalHost, now: number): boolean {
  if (Math.abs(now - seenAt) > STALE_MS) return false;
  if (host.space !== self.space) return true;
  if (host.pid === self.pid) return Math.abs(host.startedAt - self.startedAt) < CLOCK_PRECISION_MS;
  return isProcessRunning(host.pid);
}
