/** Reads the resident memory of another process from outside: a process in an endless loop cannot report its own. */
import { readFileSync } from 'node:fs';

/**
 * Resident set of a process in MB. Returns `undefined` if the process is gone, and always on systems without `/proc`:
 * there the memory ceiling of a child is not enforced, and only V8's own limit on the JavaScript heap remains.
 */
export function residentMb(pid: number): number | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}
