/** The memory limit of all child processes of a host together. Made by the host, used by process runners. */
import { availableCores, thisMachine } from '../../processes/machine.js';
import { Slots } from '../../processes/slots.js';
import { within } from '../../processes/timing.js';

/** How often the sum is checked while there are children, in ms. */
const LOOK_INTERVAL_MS = 500;
/** Expected memory of a child that has played for a while, assumed until the first check, in MB. */
export const EXPECTED_MB = 24;
/** Part of the machine's memory that is left to the host and its journal, and the least of it in MB. */
const HOST_PART = 0.25;
const HOST_LEAST_MB = 160;
/** The least memory for children on any machine, in MB. */
const LEAST_MB = 64;
/** Even on one core, a game that hangs must not hold up the next one. */
const LEAST_CORES = 2;
/** Most children that load at once, for each core. */
const LOADS_PER_CORE = 4;
/** A child that loads for longer, in ms, probably waits for something else than a core. */
const LOADING_MS = 500;
const NEEDED = 'other snakes needed its memory';

export interface CountedChild {
  /** Its private memory, in MB; 0 if the system does not report it. */
  readonly ownMb: number;
  /** Whether it has neither a game nor a call. */
  readonly isIdle: boolean;
  /** Whether its strategy is loaded: an exit before that would look like the strategy's fault. */
  readonly hasLoaded: boolean;
  /** Whether its snake usually answers long before its deadlines. */
  readonly isLight: boolean;
  /** Ends an idle one. */
  retire(reason: string): void;
  /** Ends one that plays. `reason` follows "the process was killed: ". */
  kill(reason: string): void;
}

/**
 * Owns the list of all children of a host.
 *
 * Guarantees that they stay below the ceiling: a snake with children shares them instead of starting another, idle ones
 * end, and as a last resort the largest one is killed. Never keeps a snake from its first child.
 */
export class ChildCeiling {
  readonly memoryMb: number;
  readonly #cores: number;
  readonly #loading: Slots;
  /** The memory of each at the last check, in MB: asking the system for each new game would be too slow. */
  readonly #children = new Map<CountedChild, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(memoryMb = defaultMemory(thisMachine().memoryMb), cores = availableCores()) {
    this.memoryMb = memoryMb;
    this.#cores = Math.max(LEAST_CORES, cores);
    this.#loading = new Slots(LOADS_PER_CORE * this.#cores);
  }

  add(child: CountedChild): void {
    this.#children.set(child, Math.max(EXPECTED_MB, child.ownMb));
    // Messages of the children are read first: a child that has returned is not to blame for its memory.
    this.#timer ??= setInterval(() => setImmediate(() => this.look()), LOOK_INTERVAL_MS).unref();
  }

  /** It has exited, or will. */
  remove(child: CountedChild): void {
    this.#children.delete(child);
    if (this.#children.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Starts a child that a mount waits for, by `load`: only some at once, and with idle ones ended that would leave it
   * too little memory to play.
   */
  async load<T>(load: () => Promise<T>): Promise<T> {
    const { loading } = await this.#loading.run(async () => {
      for (const child of this.#largestFirst().filter(({ isIdle }) => isIdle)) {
        if (this.#hasSpareMemory()) break;
        child.retire(NEEDED);
      }
      const started = load();
      await within(started, LOADING_MS);
      return { loading: started };
    });
    return loading;
  }

  /** Whether a child that no game needs yet may start: one with a core to load it, and with memory to play. */
  hasSpare(): boolean {
    const loading = [...this.#children.keys()].filter(({ hasLoaded }) => !hasLoaded);
    return loading.length < this.#cores && this.#hasSpareMemory();
  }

  #hasSpareMemory(): boolean {
    return (this.#children.size + 1) * EXPECTED_MB <= this.memoryMb;
  }

  /** Whether a snake that has children already may start another one. Ends idle ones for it. */
  hasRoom(): boolean {
    this.#endIdle(EXPECTED_MB);
    return this.#taken() + EXPECTED_MB <= this.memoryMb;
  }

  /** Whether another child would have a core: more children than cores only wait for each other. */
  hasCore(): boolean {
    return [...this.#children.keys()].filter(({ isLight, isIdle }) => !isLight && !isIdle).length < this.#cores;
  }

  /** Ends children beyond the ceiling. Runs periodically while there are children. */
  look(): void {
    for (const child of this.#children.keys()) this.#children.set(child, child.ownMb);
    if (this.#taken() <= this.memoryMb) return;
    this.#endIdle(0);
    const taken = this.#taken();
    if (taken <= this.memoryMb) return;
    const largest = this.#largestFirst().find(({ hasLoaded }) => hasLoaded);
    const all = `all child processes took ${Math.round(taken)} MB of memory, more than the ${this.memoryMb} of "server.memory"`;
    largest?.kill(`${all}, and it took the most`);
  }

  /** Ends idle children, the largest first, until `room` MB are free. */
  #endIdle(room: number): void {
    for (const child of this.#largestFirst().filter(({ isIdle }) => isIdle)) {
      if (this.#taken() + room <= this.memoryMb) return;
      child.retire(NEEDED);
    }
  }

  #largestFirst(): CountedChild[] {
    return [...this.#children].toSorted(([, a], [, b]) => b - a).map(([child]) => child);
  }

  #taken(): number {
    return [...this.#children.values()].reduce((sum, mb) => sum + mb, 0);
  }
}

/** The children's share of a machine's memory, in MB. */
export function defaultMemory(machineMb: number): number {
  return Math.max(LEAST_MB, Math.floor(machineMb - Math.max(HOST_LEAST_MB, HOST_PART * machineMb)));
}
