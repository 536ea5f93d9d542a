/** Distinguishes a child that computes past its deadline from one that gets no core. Used by `child.ts`. */
import { CpuSpan, type Measurable } from '../../processes/cpu-span.js';
import type { CpuTime } from '../../processes/proc.js';

/**
 * A child that neither computes nor waits for a core for this long hangs, in ms. On a busy machine a healthy one may
 * wait like this too: for memory, or for a helper thread of Node that gets no core.
 */
const MAX_BLOCKED_MS = 1500;
/** The longest overtime of any child, whatever it does, in ms. */
const MAX_MS = 5000;
/** The shortest wait before the next look, in ms. */
const LEAST_WAIT_MS = 5;
/** A figure this much below the limit counts as the limit, in ms: timers fire early, and figures are rounded. */
const TOLERANCE_MS = 1;

/** How much longer a child may take. */
export interface Allowance {
  /** Time until the next look, in ms; 0 if the child has used up a limit. */
  readonly left: number;
  /** The limit that ends first, in ms: the grace, or one of the longer limits. */
  readonly limit: number;
}

/**
 * Owns the CPU time of a child at the beginning of its overtime, which is when this is made.
 *
 * Guarantees that time in which the child waits for a core does not count where the system reports it. Elsewhere the
 * clock decides. Never ends a child itself.
 */
export class Overtime {
  readonly #span: CpuSpan;

  constructor(child: Measurable, now?: () => number) {
    this.#span = new CpuSpan(child, now);
  }

  /**
   * @param grace how long it may compute, in ms.
   * @param oversubscription how many processes share a core: without figures from the system, the grace grows with it.
   */
  look(grace: number, oversubscription: number): Allowance {
    const limits = this.#limits(grace, oversubscription);
    const { left, limit } = limits.reduce((first, next) => (next.left < first.left ? next : first));
    return { left: left <= TOLERANCE_MS ? 0 : Math.max(LEAST_WAIT_MS, Math.ceil(left)), limit };
  }

  #limits(grace: number, oversubscription: number): Allowance[] {
    const { passed, waited, ...span } = this.#span.look();
    if (span.used === undefined) {
      const limit = Math.min(grace * oversubscription, MAX_MS);
      return [{ left: limit - passed, limit }];
    }
    const used = Math.min(passed, span.used);
    const limits = [
      { left: grace - used, limit: grace },
      { left: MAX_MS - passed, limit: MAX_MS },
    ];
    if (waited === undefined) return limits;
    const blocked = passed - used - waited;
    const limit = Math.max(grace, MAX_BLOCKED_MS);
    return [...limits, { left: limit - blocked, limit }];
  }
}

/**
 * The part of a child's `life` in which it did not wait for a core, in ms: all of it if the system does not report
 * that.
 *
 * @param life time since it was started, in ms.
 */
export function ownTime(life: number, cpuTime: CpuTime | undefined): number {
  return life - (cpuTime?.waited ?? 0);
}
