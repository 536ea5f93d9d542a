/**
 * Reads how much another process has computed: one that waits for a core looks from outside like one that hangs. Used
 * by the process runner, only when a deadline has passed or a turn took long.
 */
import { readFileSync } from 'node:fs';

/** Where the system shows its processes. */
const PROC = '/proc';
/** Linux counts the CPU time of a process in ticks of 1/100 s. */
const TICK_MS = 10;

/** What a process has done since its start, in ms. */
export interface CpuTime {
  /** On a core. */
  readonly used: number;
  /** Ready to run, but without a core. Absent if the system does not say. */
  readonly waited?: number | undefined;
}

/**
 * What the main thread of a process has done so far: a strategy computes there. Where the system has no figures for the
 * thread, it is the time of the whole process, to 10 ms. `undefined` if the process is gone, and always on systems
 * without `/proc`. Takes some 10 µs.
 */
export function cpuTimeOf(pid: number, proc = PROC): CpuTime | undefined {
  const [used, waited] = read(`${proc}/${pid}/schedstat`)?.split(' ') ?? [];
  // A kernel that does not count leaves zeros.
  if (used !== undefined && waited !== undefined && used !== '0') {
    return { used: Number(used) / 1e6, waited: Number(waited) / 1e6 };
  }
  // The name in parentheses may hold anything; the times are the 12th and 13th field after it.
  const fields = read(`${proc}/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields && { used: TICK_MS * (Number(fields[11]) + Number(fields[12])) };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
