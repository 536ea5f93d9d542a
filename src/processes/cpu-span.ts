/** What a process does from a moment on: how long it computes, and how long it waits for a core. */
import type { CpuTime } from './proc.js';

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
