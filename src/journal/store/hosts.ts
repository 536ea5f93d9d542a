/**
 * The hosts that write to a journal. Each renews its own row, so that hosts which share a file know each other, and
 * none closes another's running games.
 */
import type { Selectable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { isProcessRunning } from '../../processes/proc.js';
import type { Database, HostsTable } from './tables.js';

export interface JournalHost {
  /** Different for every start of a host. */
  readonly id: string;
  /** The name of its machine, for people: containers on several machines may share it. */
  readonly machine: string;
  /** Where its process id is valid: see {@link processSpace}. */
  readonly space: string;
  readonly pid: number;
  /** 0 without a page. */
  readonly adminPort: number;
  /** When its process started, in ms since 1970. */
  readonly startedAt: number;
}

/** How often a host renews its row, in ms. */
export const RENEWAL_INTERVAL_MS = 10_000;
/** A host that has not renewed its row for this long has disappeared, in ms. */
const STALE_MS = 6 * RENEWAL_INTERVAL_MS;
/** Two readings of the same process's start differ by less than this, in ms. */
const CLOCK_PRECISION_MS = 2000;

/** This process as a host. */
export function createJournalHost(adminPort = 0): JournalHost {
  const startedAt = Math.round(Date.now() - 1000 * process.uptime());
  return { id: randomUUID(), machine: hostname(), space: processSpace(), pid: process.pid, adminPort, startedAt };
}

/**
 * Identifies all processes whose ids this one can look up: in the same boot of the same system, and the same container.
 * Systems that do not report this use the machine's name and its network addresses.
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

/** Deletes the rows of vanished hosts. Returns the remaining ones without `self`. */
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

/** The admin port of the newest host on this machine; `undefined` if there is none. `now` in ms. */
export async function findAdminPort(db: Database, now: number): Promise<number | undefined> {
  const self = createJournalHost();
  const rows = await db.selectFrom('hosts').selectAll().where('space', '=', self.space).orderBy('started_at').execute();
  return rows.findLast((row) => row.admin_port > 0 && isThere(toHost(row), row.seen_at, self, now))?.admin_port;
}

function toHost({ id, machine, space, pid, admin_port: adminPort, started_at: startedAt }: Selectable<HostsTable>) {
  return { id, machine, space, pid, adminPort, startedAt };
}

export async function removeHost(db: Database, { id }: Pick<HostsTable, 'id'>): Promise<void> {
  await db.deleteFrom('hosts').where('id', '=', id).execute();
}

/**
 * Whether a host still runs. On this machine the system knows its process; elsewhere it must renew its row. A restarted
 * container may have its predecessor's process id, but another start time.
 */
function isThere(host: JournalHost, seenAt: number, self: JournalHost, now: number): boolean {
  if (Math.abs(now - seenAt) > STALE_MS) return false;
  if (host.space !== self.space) return true;
  if (host.pid === self.pid) return Math.abs(host.startedAt - self.startedAt) < CLOCK_PRECISION_MS;
  return isProcessRunning(host.pid);
}
