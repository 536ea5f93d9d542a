/**
 * Distinguishes a child that computes past its deadline from one that gets no core, and explains late moves: by the
 * strategy, this machine, or a process that was still starting. Used by `child.ts`.
 */
import { type CpuTime, CpuSpan, type Measurable, type SpanTime } from '../../processes/proc.js';
import type { LateCause } from '../../wire/responses.js';

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

/** The part of a late turn's report that explains it. */
export interface Lateness {
  readonly cause: LateCause;
  readonly reason: string;
}

export interface LateFacts {
  readonly budget: number;
  /** How much of it its process spent starting; `all` if it still is. */
  readonly starting: number | 'all';
  /** CPU time of its process since shortly after the move was sent; absent if the host itself was late. */
  readonly time: SpanTime | undefined;
  /** Whether its process was ready to run then, and is at the deadline. */
  readonly isReady: boolean;
  /** CPU time that its process recently spent on moves that never returned. */
  readonly cpuMsWithoutReturn: number;
  /** The task that the move waits for, if known. */
  readonly waitsFor?: string | undefined;
  /** A question about a strategy that does not return, in the terms of its language. */
  readonly question: string;
}

/**
 * The machine is busy if a process lacked a core for more than this share of the time, and for more than this in ms:
 * systems count in ticks. Else the strategy is to blame.
 */
const BUSY_SHARE = 0.1;
const BUSY_MS = 5;
/** A process that has been off the CPU for less than this, in ms, may only have been woken late. */
const LEAST_SLEEP_MS = 20;
/** A strategy that has computed for this many budgets without an answer may loop. */
const LOOP_BUDGETS = 3;

export function explainLateness(facts: LateFacts): Lateness {
  const { budget, starting, time, isReady, cpuMsWithoutReturn, waitsFor, question } = facts;
  const late = `no answer within the ${Math.round(budget)} ms budget`;
  if (budget <= 0) return HOST_DELAYED;
  if (starting === 'all') return explainStart(facts, `${late}: its process was still starting`);
  if (time === undefined) return HOST_DELAYED;
  if (starting > budget / 2) {
    return explainStart(facts, `${late}: its process was still starting for ${Math.round(starting)} ms of it`);
  }
  const { passed, used = passed, waited = 0 } = time;
  const loops = time.used !== undefined && cpuMsWithoutReturn + used >= LOOP_BUDGETS * budget;
  const idle = passed - used;
  const lacked = isReady ? idle : Math.min(idle, waited);
  // A strategy that loops does so on a busy machine, too.
  if (!loops && lacked > Math.max(BUSY_MS, BUSY_SHARE * passed)) {
    const had = `${Math.round(used)} of ${Math.round(passed)} ms`;
    return { cause: 'machine', reason: `it had the CPU for ${had}: this machine is busy` };
  }
  if (waitsFor !== undefined) return { cause: 'strategy', reason: `${late}: ${waitsFor}` };
  if (!loops && idle > Math.max(LEAST_SLEEP_MS, passed / 2))
    return { cause: 'strategy', reason: `${late}: it was waiting, not computing` };
  const ran = time.used === undefined || idle > passed / 2 ? '' : ` (ran ${Math.round(used)} ms)`;
  return { cause: 'strategy', reason: `${late}${ran}${loops ? `. ${question}` : ''}` };
}

const HOST_DELAYED: Lateness = { cause: 'machine', reason: 'the host itself was delayed: this machine is busy' };

/** A start that follows a kill for a move which never returned belongs to the strategy. */
function explainStart({ cpuMsWithoutReturn, question }: LateFacts, reason: string): Lateness {
  if (cpuMsWithoutReturn === 0) return { cause: 'start', reason };
  return { cause: 'strategy', reason: `${reason}, since the last one was killed in a move. ${question}` };
}
