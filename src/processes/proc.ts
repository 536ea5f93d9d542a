/**
 * Other processes by their number: what Linux reports of them in `/proc`, because a process in an endless loop reports
 * nothing itself; and the only signals that they are sent by number. On systems without `/proc`, nothing is reported.
 */
import { readFileSync } from 'node:fs';
import { codeOf } from '../errors/errors.js';

const PROC = '/proc';
/** Linux counts the CPU time of a process in ticks of 1/100 s. */
const TICK_MS = 10;

/** CPU time of a process since its start, in ms. */
export interface CpuTime {
  /** On a core. */
  readonly used: number;
  /** Ready to run, but without a core. Absent if the system does not report it. */
  readonly waited?: number | undefined;
}

/**
 * CPU time of the main thread, in which a strategy computes; if the system has no figures for the thread, of the whole
 * process, to 10 ms. `undefined` if the process has exited, and always on systems without `/proc`. Takes about 10 µs.
 */
export function cpuTimeOf(pid: number, proc = PROC): CpuTime | undefined {
  const [used, waited] = readSystemFile(`${proc}/${pid}/schedstat`)?.split(' ') ?? [];
  // A kernel that does not count reports zeros.
  if (used !== undefined && waited !== undefined && used !== '0') {
    return { used: Number(used) / 1e6, waited: Number(waited) / 1e6 };
  }
  const ticks = ticksOf(pid, proc);
  return ticks === undefined ? undefined : { used: TICK_MS * ticks };
}

/**
 * CPU time of several processes with all their threads, because a program in another language may compute in any of
 * them. To 10 ms, unless only the main thread computes; `waited` is the sum of the main threads. `undefined` if all
 * have exited.
 */
export function cpuTimeOfAll(pids: readonly number[], proc = PROC): CpuTime | undefined {
  const all = pids.flatMap((pid) => {
    const main = cpuTimeOf(pid, proc);
    return main === undefined ? [] : { ...main, used: Math.max(main.used, TICK_MS * (ticksOf(pid, proc) ?? 0)) };
  });
  if (all.length === 0) return undefined;
  const hasWaits = all.some(({ waited }) => waited !== undefined);
  return {
    used: all.reduce((sum, { used }) => sum + used, 0),
    waited: hasWaits ? all.reduce((sum, { waited = 0 }) => sum + waited, 0) : undefined,
  };
}

/** Whether a signal or a debugger has stopped a process. */
export function isStopped(pid: number, proc = PROC): boolean {
  return 'Tt'.includes(statOf(`${proc}/${pid}`)?.[0] ?? '-');
}

/** Whether a thread runs, waits for a core or the disk, or is stopped: it would run if it could. */
export function isReady(pid: number, thread = pid, proc = PROC): boolean {
  return 'RDTt'.includes(statOf(`${proc}/${pid}/task/${thread}`)?.[0] ?? '-');
}

/** The CPU time of a process and all its threads, in ticks: the 12th and 13th field. */
function ticksOf(pid: number, proc: string): number | undefined {
  const fields = statOf(`${proc}/${pid}`);
  return fields && Number(fields[11]) + Number(fields[12]);
}

/** What the system shows of a process or thread, from its state on: the name before that may hold anything. */
export function statOf(folder: string): string[] | undefined {
  return readSystemFile(`${folder}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
}

/**
 * Resident set of a process in MB. Returns `undefined` if the process has exited, and always on systems without
 * `/proc`: there the memory ceiling of a child is not enforced, and only V8's own limit on the JavaScript heap remains.
 */
export function residentMb(pid: number): number | undefined {
  return statusMb(pid, /^VmRSS:\s+(\d+)/m);
}

/** The part of it that no file stands behind: what the process takes for itself alone, unlike the code of Node. */
export function anonymousMb(pid: number): number | undefined {
  return statusMb(pid, /^RssAnon:\s+(\d+).*\n.*\nRssShmem:\s+(\d+)/m);
}

function statusMb(pid: number, fields: RegExp): number | undefined {
  const found = fields.exec(readSystemFile(`${PROC}/${pid}/status`) ?? '')?.slice(1);
  return found && found.reduce((sum, kb) => sum + Number(kb), 0) / 1024;
}

/** The text of a file of the system; `undefined` if there is none. */
export function readSystemFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

/** A process that can be measured; `undefined` if there is none, or the system does not say. */
export interface Measurable {
  cpuTime(): CpuTime | undefined;
}

/** All in ms. */
export interface SpanTime {
  readonly passed: number;
  /** On a core; more than has passed if several threads compute. Absent if the system does not say, as `waited`. */
  readonly used?: number | undefined;
  /** Ready to run, but without a core. */
  readonly waited?: number | undefined;
}

/** Begins when it is made. */
export class CpuSpan {
  readonly #process: Measurable;
  readonly #now: () => number;
  readonly #since: number;
  readonly #before: CpuTime | undefined;

  constructor(process: Measurable, now = () => performance.now()) {
    this.#process = process;
    this.#now = now;
    this.#since = now();
    this.#before = process.cpuTime();
  }

  look(): SpanTime {
    const passed = this.#now() - this.#since;
    const [before, after] = [this.#before, this.#before && this.#process.cpuTime()];
    if (before === undefined || after === undefined) return { passed };
    const waited = before.waited === undefined || after.waited === undefined ? undefined : after.waited - before.waited;
    // What a program had started may have ended meanwhile.
    return { passed, used: Math.max(0, after.used - before.used), waited };
  }
}

/**
 * Sends SIGKILL to a process or a process group. Does nothing if it has exited, or if `pid` cannot be a child of ours:
 * −1 means every process, 0 our own group, and 1 is init.
 */
export function killHard(pid: number | undefined, whom: 'process' | 'group'): void {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return;
  try {
    process.kill(whom === 'group' ? -pid : pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}

/** Whether a process with this id exists, of any user. */
export function isProcessRunning(pid: number): boolean {
  try {
    // Signal 0 is never delivered.
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}
