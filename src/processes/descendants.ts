/**
 * Finds the processes that a child has started, wherever they have moved to. A process that leaves its group
 * (`detached: true`) survives a signal to the group. Used by `SupervisedChild`; works on Linux only.
 */
import { readdirSync } from 'node:fs';
import { readSystemFile } from './proc.js';
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
  readonly #started: string | undefined;
  /** When each process was started, by its number, in the unit of the system. */
  readonly #seen = new Map<number, string>();

  constructor(pid: number) {
    this.#pid = pid;
    this.#started = startOf(pid);
  }

  /** Remembers what runs now below the child's main thread and below what was seen before. Takes some 20 µs. */
  look(): void {
    for (const pid of this.#seen.keys()) if (!this.#isSame(pid)) this.#seen.delete(pid);
    for (const parent of this.#parents()) this.#follow(parent, [parent]);
  }

  /** Kills what runs now and what was seen before. */
  kill(): void {
    for (const parent of this.#parents()) this.#follow(parent, threadsOf(parent));
    for (const pid of this.#seen.keys()) if (this.#isSame(pid)) killHard(pid, 'process');
  }

  /** The child, unless it is gone, and what was seen below it. */
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
      this.#follow(child, [child]);
    }
  }

  #isSame(pid: number): boolean {
    return this.#seen.get(pid) === startOf(pid);
  }
}

function threadsOf(pid: number): number[] {
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

/** When the process was started; `undefined` if it is gone. */
function startOf(pid: number): string | undefined {
  // The name in parentheses may hold anything; the time is the 20th field after it.
  return readSystemFile(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19];
}
