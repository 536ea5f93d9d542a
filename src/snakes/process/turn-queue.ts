/** The turns of one strategy that wait for a core, and what is learnt from each that is over. Used by the runner. */
import { cpuTimeOf, type CpuTime } from '../../processes/cpu-time.js';
import type { ByteBudget } from '../byte-budget.js';
import type { Lane } from '../schedule/lane.js';
import type { TurnUse } from '../schedule/seat.js';
import { ABANDONED, type CallOutcome, type TurnJob } from '../strategy/runner.js';
import { resolveJob, type PendingJob } from './pending-job.js';
import type { StrategyChild } from './strategy-child.js';

/** CPU time is only looked up for turns that took longer, in ms: others are light by any measure. */
const WORTH_A_LOOK_MS = 10;

/** What a queue is wired to. */
export interface TurnQueueDeps {
  readonly lane: Lane;
  readonly underWay: ByteBudget;
  /** The child that plays the job's game. Absent if it has none at the moment. */
  childOf(job: TurnJob): StrategyChild | undefined;
  /** Gives the job's game to a child, if there is one, and has it started there. */
  assign(job: TurnJob): void;
}

/**
 * Owns the moves of one runner that wait for a core.
 *
 * Guarantees that each is resolved by its deadline, begun or not, and that a child is given one of them at a time.
 * Never holds up a light seat: its turns go to their child at once.
 */
export class TurnQueue {
  readonly #deps: TurnQueueDeps;
  readonly #waiting = new Set<PendingJob>();

  constructor(deps: TurnQueueDeps) {
    this.#deps = deps;
  }

  /** Takes a move if its seat thinks, and gives it to its child when its time has come. Returns whether it did. */
  take(pending: PendingJob, child: StrategyChild): boolean {
    const { lane, underWay } = this.#deps;
    const { key, text, isPlayed = false } = pending.job;
    const seat = lane.seatOf(key);
    pending.seat = seat;
    if (isPlayed) seat.isPlayed = true;
    if (!seat.thinks) {
      pending.before = seat.heat === 0 ? undefined : cpuTime(child);
      return false;
    }
    if (!underWay.take(text.length, isPlayed)) return false;
    pending.characters = text.length;
    this.#waiting.add(pending);
    pending.timer = setTimeout(() => this.#onDeadline(pending), Math.max(0, pending.deadline - performance.now()));
    pending.ticket = lane.ticket(seat, {
      deadline: pending.deadline,
      isReady: () => this.#deps.childOf(pending.job)?.isFree === true,
      begin: () => this.#begin(pending),
    });
    lane.add(pending.ticket);
    return true;
  }

  /** Gives up a move, if it is one that waits. */
  abandon(job: TurnJob): void {
    for (const pending of this.#waiting) if (pending.job === job) this.#drop(pending, late(ABANDONED));
  }

  /** Gives up what waits in a game that is over. */
  forget(key: string): void {
    for (const pending of this.#waiting) {
      if (pending.job.key === key) this.#drop(pending, late('its game was over before a core was free'));
    }
    this.#deps.lane.end(key);
  }

  /** Children have come or gone: the games whose child is gone need another. */
  reassign(): void {
    for (const { job } of this.#waiting) if (this.#deps.childOf(job) === undefined) this.#deps.assign(job);
  }

  /** Gives up everything. */
  close(): void {
    for (const pending of this.#waiting) this.#drop(pending, { kind: 'failed', reason: 'the snake is closed' });
  }

  /** Learns from a job that is over, and lets the next one begin. */
  finished(pending: PendingJob, child: StrategyChild, isDone: boolean): void {
    const { lane } = this.#deps;
    const { seat, ticket, sentAt, deadline } = pending;
    pending.ticket = undefined;
    if (seat !== undefined && sentAt !== undefined) {
      const budget = ticket === undefined ? deadline - sentAt : seat.budget;
      const took = performance.now() - sentAt;
      const before = took > WORTH_A_LOOK_MS && isDone ? pending.before : undefined;
      lane.learn(seat, { ...spent(before, before && cpuTime(child), took), share: ticket?.share ?? budget, budget });
    }
    if (ticket === undefined) lane.wake();
    else lane.remove(ticket);
  }

  #begin(pending: PendingJob): void {
    clearTimeout(pending.timer);
    this.#waiting.delete(pending);
    const child = this.#deps.childOf(pending.job)!;
    pending.before = cpuTime(child);
    child.post(pending);
  }

  /** As for a job that a child has: the loop turns once more first, in case that the host itself was late. */
  #onDeadline(pending: PendingJob): void {
    setImmediate(() => {
      if (this.#waiting.has(pending)) this.#drop(pending, late(this.#lateReason(pending)));
    });
  }

  /** Its child may have been the reason: one that still loops, or has only just started. */
  #lateReason({ job }: PendingJob): string {
    if (this.#deps.childOf(job)?.isFree === true) return 'no core was free for it before its deadline';
    return 'move did not return before its deadline: its process was still busy or starting';
  }

  #drop(pending: PendingJob, outcome: CallOutcome): void {
    const { ticket } = pending;
    clearTimeout(pending.timer);
    this.#waiting.delete(pending);
    this.#deps.underWay.give(pending.characters ?? 0);
    resolveJob(pending, outcome);
    pending.ticket = undefined;
    if (ticket !== undefined) this.#deps.lane.remove(ticket);
  }
}

function late(reason: string): CallOutcome {
  return { kind: 'late', reason };
}

function cpuTime({ pid }: StrategyChild): CpuTime | undefined {
  return pid === undefined ? undefined : cpuTimeOf(pid);
}

/** What a turn has cost, in ms; the time that it took where the system shows no more. */
function spent(
  before: CpuTime | undefined,
  after: CpuTime | undefined,
  took: number,
): Pick<TurnUse, 'used' | 'wanted'> {
  if (before === undefined || after === undefined) return { used: took, wanted: took };
  const used = after.used - before.used;
  if (before.waited === undefined || after.waited === undefined) return { used, wanted: took };
  return { used, wanted: used + after.waited - before.waited };
}
