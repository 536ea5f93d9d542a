/** Resident memory of other processes, read from outside: a process that loops cannot tell. */
import { readFileSync } from 'node:fs';

/** Resident set of a process in MB, or nothing where it is gone or this system does not tell at once. */
export function residentMb(pid: number): number | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}
