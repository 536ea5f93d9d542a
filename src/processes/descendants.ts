/**
 * Finds the processes that a child has started, wherever they have moved to. A process that leaves its group
 * (`detached: true`) survives a signal to the group. Used by `SupervisedChild`; works on Linux only.
 */
import { readdirSync } from 'node:fs';
import { anonymousMb, readSystemFile, statOf } from './proc.js';
import { killHard } from './signals.js';

/** Processes remembered of one child: one that starts more is not followed further. */
const MAX_REMEMBERED = 256;

/**
 * Owns the list of what was seen below one child.
 *
 * Guarantees that a process is killed only while it is the one that was seen: the system uses numbers again. Finds
 * nothing where the system has no `/proc`, and misses a process whose parent ended between two looks; the reaper finds
 * most of those by their environment.
 */
export class Descendants {
  readonly #pid: number;
  readonly #wrappers: number;
  readonly #started: string | undefined;
  #program: number | undefined;
  /** When each process was started, by its number, in the unit of the system. */
  readonly #seen = new Map<number, string>();

  /** @param wrappers processes between this one and the program: a sandbox's, which nothing in it can leave. */
  constructor(pid: number, wrappers = 0) {
    this.#pid = pid;
    this.#wrappers = wrappers;
    this.#started = startOf(pid);
    if (wrappers === 0) this.#program = pid;
  }

  /** The process of the program itself; `undefined` until what encloses it has started it. */
  get program(): number | undefined {
    if (this.#program !== undefined) return this.#program;
    let pid: number | undefined = this.#pid;
    // The first child of each is what it was made for; it may adopt others later.
    for (let step = 0; step < this.#wrappers && pid !== undefined; step++) [pid] = childrenOf(pid, pid);
    return (this.#program = pid);
  }

  /** How many processes were seen that the program has started. */
  get size(): number {
    return Math.max(0, this.#seen.size - this.#wrappers);
  }

  /** What those take for themselves that the program has started, in MB. */
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
   * Remembers what runs now below the child's main thread and below what was seen before; in a sandbox, below all
   * threads. Takes some 20 µs, in a sandbox 200.
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
