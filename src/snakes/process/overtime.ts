/** Tells apart a child that computes on after its deadline and one that gets no core. Used by the strategy's child. */
import { CpuSpan, type Measurable } from '../../processes/cpu-span.js';
import type { CpuTime } from '../../processes/proc.js';

/**
 * A child that neither computes nor waits for a core for this long will not come back, in ms. On a busy machine a
 * healthy one may wait this way too: for memory, or for a helper thread of Node that gets no core.
 */
const MAX_BLOCKED_MS = 1500;
/** The longest that any child is left alone, whatever it does, in ms. */
const MAX_MS = 5000;
/** The shortest wait before another look, in ms. */
const LEAST_WAIT_MS = 5;
/** A figure this much below the limit counts as the limit, in ms: timers fire early, and figures are rounded. */
const TOLERANCE_MS = 1;

/** How much longer a child may go on. */
export interface Allowance {
  /** The time after which to look again, in ms; 0 if the child has used up a limit. */
  readonly left: number;
  /** The limit that ends first, in ms: the grace, or one of the longer ones. */
  readonly limit: number;
}

/**
 * Owns what a child had done when its overtime began: when this was made.
 *
 * Guarantees that time in which the child waits for a core does not count where the system shows it. Elsewhere the
 * clock decides. Never ends a child itself.
 */
export class Overtime {
  readonly #span: CpuSpan;

  constructor(child: Measurable, now?: () => number) {
    this.#span = new CpuSpan(child, now);
  }

  /**
   * @param grace how long it may compute, in ms.
   * @param oversubscription how many processes share a core: without figures of the system, the grace grows with it.
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
 * The part of a child's `life` in which it did not wait for a core, in ms: all of it where the system does not say.
 *
 * @param life time since it was started, in ms.
 */
export function ownTime(life: number, cpuTime: CpuTime | undefined): number {
  return life - (cpuTime?.waited ?? 0);
}
