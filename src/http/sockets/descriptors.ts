/** How many connections the machine has room for. Used by `host.ts` for the public port. */
import { readFileSync } from 'node:fs';

/** Most connections of a server: each takes a file descriptor and some 10 kB. */
export const MAX_CONNECTIONS = 8000;
/** Descriptors for all else: children, the journal, the log. */
const RESERVED = 64;
/** Part of the rest for connections: children that die and start again need more for a moment. */
const SHARE = 0.75;
const LEAST = 16;

/**
 * The most connections that leave descriptors for children and files. `descriptors`: how many the process may have;
 * `undefined` means any number.
 */
export function connectionsWithin(descriptors: number | undefined): number {
  if (descriptors === undefined) return MAX_CONNECTIONS;
  return Math.min(MAX_CONNECTIONS, Math.max(LEAST, Math.floor(SHARE * (descriptors - RESERVED))));
}

/** How many file descriptors this process may have; `undefined` where the system does not say. */
export function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
