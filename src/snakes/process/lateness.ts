/** Why a move was late: its strategy, this machine, or a process that was still starting. Used by `child.ts`. */
import type { SpanTime } from '../../processes/cpu-span.js';
import type { LateCause } from '../../wire/responses.js';

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
  readonly inVain: number;
  /** The task that the move waits for, if known. */
  readonly waitsFor?: string | undefined;
  /** A question about a strategy that does not return, in the terms of its language. */
  readonly question: string;
}

/** A process that lacked a core for less than this share of the time is late through its own fault; */
const BUSY_SHARE = 0.1;
/** and for less than this in ms: systems count in ticks. */
const BUSY_MS = 5;
/** A process that has been off the processor for less than this, in ms, may only have been woken late. */
const LEAST_SLEEP_MS = 20;
/** A strategy that has computed for this many budgets without an answer may loop. */
const LOOP_BUDGETS = 3;

export function explainLateness(facts: LateFacts): Lateness {
  const { budget, starting, time, isReady, inVain, waitsFor, question } = facts;
  const late = `no answer within the ${Math.round(budget)} ms budget`;
  if (starting === 'all') return { cause: 'start', reason: `${late}: its process was still starting` };
  if (time === undefined) return { cause: 'machine', reason: 'the host itself was held up: this machine is busy' };
  if (starting > budget / 2) {
    return { cause: 'start', reason: `${late}: its process was still starting for ${Math.round(starting)} ms of it` };
  }
  const { passed, used = passed, waited = 0 } = time;
  const idle = passed - used;
  const lacked = isReady ? idle : Math.min(idle, waited);
  if (lacked > Math.max(BUSY_MS, BUSY_SHARE * passed)) {
    const had = `${Math.round(used)} of ${Math.round(passed)} ms`;
    return { cause: 'machine', reason: `it had the processor for ${had}: this machine is busy` };
  }
  if (waitsFor !== undefined) return { cause: 'strategy', reason: `${late}: ${waitsFor}` };
  if (idle > Math.max(LEAST_SLEEP_MS, passed / 2))
    return { cause: 'strategy', reason: `${late}: it was waiting, not computing` };
  const ran = time.used === undefined || idle > passed / 2 ? '' : ` (ran ${Math.round(used)} ms)`;
  const loops = time.used !== undefined && inVain + used >= LOOP_BUDGETS * budget;
  return { cause: 'strategy', reason: `${late}${ran}${loops ? `. ${question}` : ''}` };
}
