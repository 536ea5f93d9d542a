/** How much all child processes of a host may take together. Made by the host, used by process runners. */
import { availableCores, thisMachine } from '../../processes/machine.js';

/** How often the sum is looked at while there are children, in ms. */
const LOOK_INTERVAL_MS = 500;
/** What a child is expected to take when it has played for a while, and counted with until the first look, in MB. */
export const EXPECTED_MB = 24;
/** What the host and its journal keep of the machine: this part of it, and at least this much, in MB. */
const HOST_PART = 0.25;
const HOST_LEAST_MB = 160;
/** The least that children are given on any machine, in MB. */
const LEAST_MB = 64;
/** Even on one core, a game that hangs must not hold up the first one beside it. */
const LEAST_CORES = 2;

/** A child process, as one of all those of a host. */
export interface CountedChild {
  /** What it takes for itself, in MB; 0 if the system does not say. */
  readonly ownMb: number;
  /** Whether it has no game and nothing to do. */
  readonly isIdle: boolean;
  /** Whether its strategy is loaded: before that, its end would look like the strategy's fault. */
  readonly hasLoaded: boolean;
  /** Whether its snake is known to answer long before its deadlines. */
  readonly isLight: boolean;
  /** Ends an idle one. */
  retire(reason: string): void;
  /** Ends one that plays. `reason` follows "the process was killed: ". */
  kill(reason: string): void;
}

/** What a ceiling is made from: what the machine allows unless given. */
export interface CeilingOptions {
  /** In MB. */
  readonly memoryMb?: number | undefined;
  readonly cores?: number | undefined;
}

/**
 * Owns the list of all children of a host.
 *
 * Guarantees that they stay below the ceiling: a snake with children shares them instead of starting another, idle ones
 * end, and at last the one that takes most is killed. Never keeps a snake from its first child.
 */
export class ChildCeiling {
  readonly memoryMb: number;
  readonly #cores: number;
  /** What each took at the last look, in MB: to ask the system for each new game would be too slow. */
  readonly #children = new Map<CountedChild, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ memoryMb = defaultMemory(thisMachine().memoryMb), cores = availableCores() }: CeilingOptions = {}) {
    this.memoryMb = memoryMb;
    this.#cores = Math.max(LEAST_CORES, cores);
  }

  /** Counts a child from its start. */
  add(child: CountedChild): void {
    this.#children.set(child, Math.max(EXPECTED_MB, child.ownMb));
    // What has come from the children is read first: one that has returned is not to blame for what it takes.
    this.#timer ??= setInterval(() => setImmediate(() => this.look()), LOOK_INTERVAL_MS).unref();
  }

  /** It is gone, or was told to end. */
  remove(child: CountedChild): void {
    this.#children.delete(child);
    if (this.#children.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Whether a snake that has children already may start another one. Ends idle ones for it. */
  hasRoom(): boolean {
    this.#endIdle(EXPECTED_MB);
    return this.#taken() + EXPECTED_MB <= this.memoryMb;
  }

  /** Whether another child could compute beside those there are: more than the cores only wait for each other. */
  hasCore(): boolean {
    return [...this.#children.keys()].filter(({ isLight, isIdle }) => !isLight && !isIdle).length < this.#cores;
  }

  /** Ends what the ceiling does not allow. Called again and again while there are children. */
  look(): void {
    for (const child of this.#children.keys()) this.#children.set(child, child.ownMb);
    if (this.#taken() <= this.memoryMb) return;
    this.#endIdle(0);
    const taken = this.#taken();
    if (taken <= this.memoryMb) return;
    const largest = this.#largestFirst().find(({ hasLoaded }) => hasLoaded);
    const all = `all processes took ${Math.round(taken)} MB of memory, more than the ${this.memoryMb} of "server.memory"`;
    largest?.kill(`${all}, and it took the most`);
  }

  /** Ends idle children, the largest first, until there is room for so much. */
  #endIdle(room: number): void {
    for (const child of this.#largestFirst().filter(({ isIdle }) => isIdle)) {
      if (this.#taken() + room <= this.memoryMb) return;
      child.retire('others needed its memory');
    }
  }

  #largestFirst(): CountedChild[] {
    return [...this.#children].toSorted(([, a], [, b]) => b - a).map(([child]) => child);
  }

  #taken(): number {
    return [...this.#children.values()].reduce((sum, mb) => sum + mb, 0);
  }
}

/** What children may take of a machine with so much memory, in MB. */
export function defaultMemory(machineMb: number): number {
  return Math.max(LEAST_MB, Math.floor(machineMb - Math.max(HOST_LEAST_MB, HOST_PART * machineMb)));
}
