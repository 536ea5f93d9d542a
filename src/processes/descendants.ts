/**
 * Finds the processes that a child has started, wherever they have moved to. A process that leaves its group
 * (`detached: true`) survives a signal to the group. Used by `SupervisedChild`; works on Linux only.
 */
import { readdirSync } from 'node:fs';
import { anonymousMb, readSystemFile, statOf, killHard } from './proc.js';

/** Processes remembered for one child; further ones are not tracked. */
const MAX_REMEMBERED = 256;

/**
 * Owns the list of processes seen below one child.
 *
 * Guarantees that it kills a process only if it is the one that was seen, because the system reuses ids. Finds nothing
 * on systems without `/proc`, and misses a process whose parent ended between two scans; the reaper finds most of those
 * by their environment.
 */
export class Descendants {
  readonly #pid: number;
  readonly #wrappers: number;
  readonly #started: string | undefined;
  #program: number | undefined;
  /** The start time of each process, by its id, in the unit of the system. */
  readonly #seen = new Map<number, string>();

  /** @param wrappers processes between this one and the program: the sandbox's own. */
  constructor(pid: number, wrappers = 0) {
    this.#pid = pid;
    this.#wrappers = wrappers;
    this.#started = startOf(pid);
    if (wrappers === 0) this.#program = pid;
  }

  /** The process of the program itself; `undefined` until its sandbox has started it. */
  get program(): number | undefined {
    if (this.#program !== undefined) return this.#program;
    let pid: number | undefined = this.#pid;
    // The first child of each wrapper is the next one; a wrapper may adopt others later.
    for (let step = 0; step < this.#wrappers && pid !== undefined; step++) [pid] = childrenOf(pid, pid);
    return (this.#program = pid);
  }

  /** How many processes of the program were seen. */
  get size(): number {
    return Math.max(0, this.#seen.size - this.#wrappers);
  }

  /** Memory of the processes that the program has started, in MB, without memory shared with files. */
  get startedMb(): number {
    let sum = 0;
    for (const pid of this.#seen.keys()) if (pid !== this.#program) sum += anonymousMb(pid) ?? 0;
    return sum;
  }

  /** The processes that were seen, and the child itself. */
  get all(): number[] {
    return [this.#pid, ...this.#seen.keys()];
  }

  /**
   * Remembers what runs below the child's main thread and below the known processes; in a sandbox, below all threads.
   * Takes about 20 µs, in a sandbox 200 µs.
   */
  look(): void {
    for (const pid of this.#seen.keys()) if (!this.#isSame(pid)) this.#seen.delete(pid);
    for (const parent of this.#parents()) this.#follow(parent, this.#threads(parent));
  }

  /** Kills what runs now and what was seen before. */
  kill(): void {
    for (const parent of this.#parents()) this.#follow(parent, threadsOf(parent));
    for (const pid of this.#seen.keys()) if (this.#isSame(pid)) killHard(pid, 'process');
  }

  /** The child, unless it has exited, and its known descendants. */
  #parents(): number[] {
    const isThere = this.#started !== undefined && this.#started === startOf(this.#pid);
    return isThere ? [this.#pid, ...this.#seen.keys()] : [...this.#seen.keys()];
  }

  /** Remembers the children of these threads, and theirs. */
  #follow(parent: number, threads: readonly number[]): void {
    for (const child of threads.flatMap((thread) => childrenOf(parent, thread))) {
      if (this.#seen.has(child) || this.#seen.size >= MAX_REMEMBERED) continue;
      const started = startOf(child);
      if (started === undefined) continue;
      this.#seen.set(child, started);
      this.#follow(child, this.#threads(child));
    }
  }

  #threads(pid: number): number[] {
    return this.#wrappers > 0 ? threadsOf(pid) : [pid];
  }

  #isSame(pid: number): boolean {
    return this.#seen.get(pid) === startOf(pid);
  }
}

/** The threads of a process, the main one first. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: number): number[] {
  const list = readSystemFile(`/proc/${pid}/task/${thread}/children`);
  return list === undefined ? [] : list.split(' ').filter(Boolean).map(Number);
}

/** When the process was started; `undefined` if it has exited. */
function startOf(pid: number): string | undefined {
  return statOf(`/proc/${pid}`)?.[19];
}
