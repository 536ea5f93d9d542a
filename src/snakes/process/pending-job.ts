/** A job that a strategy's child has not done yet. The runner makes it, the child keeps it until it is done. */
import type { CpuTime } from '../../processes/cpu-time.js';
import type { CleanMove } from '../../wire/move.js';
import type { CallOutcome, TurnJob } from '../strategy/runner.js';
import type { ThinkerSeat } from '../schedule/seat.js';
import type { Ticket } from '../schedule/ticket.js';
import { toMachineTime, type JobMessage } from './messages.js';

/** The strategy's deadline is this much before the host's, so that a move made just in time still arrives, in ms. */
const RETURN_MARGIN_MS = 3;

/**
 * A job that was sent. A child does its jobs in the order in which they were sent, unless the strategy awaits
 * something.
 */
export interface PendingJob {
  readonly type: 'start' | 'move' | 'end';
  readonly job: TurnJob;
  /** When it has to be done, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Takes the outcome of a `move`. Absent for `start` and `end`, and once the outcome is known. */
  resolve?: ((outcome: CallOutcome) => void) | undefined;
  proposal?: CleanMove | undefined;
  timer?: NodeJS.Timeout | undefined;
  /** Characters that are counted as under way. */
  characters?: number | undefined;
  /** When its client went, on the clock of `performance.now()`. */
  abandonedAt?: number | undefined;
  /** What the scheduler knows of its game; only of a `move`. */
  seat?: ThinkerSeat | undefined;
  /** What it waits for a core with, or has one with. Absent if it did not have to. */
  ticket?: Ticket | undefined;
  /** When it was given to its child, on the clock of `performance.now()`. */
  sentAt?: number;
  /** What the child had computed by then, if it is of interest. */
  before?: CpuTime | undefined;
  /** Another child had it before, and died of a different job. */
  readonly reassigned?: boolean;
}

/** Gives the outcome of a `move` to its caller, once; later outcomes are ignored. */
export function resolveJob(pending: PendingJob, outcome: CallOutcome): void {
  const { resolve } = pending;
  pending.resolve = undefined;
  resolve?.(outcome);
}

/** The message that gives a job to a child; the body of its request follows. */
export function toMessage(id: number, { type, job, deadline, ticket }: PendingJob): JobMessage {
  const { key, dead, lastTurn } = job;
  if (type !== 'move') return { type, id, key, dead, lastTurn };
  const latest = toMachineTime(deadline - RETURN_MARGIN_MS);
  const share = ticket?.until === undefined ? latest : Math.min(latest, toMachineTime(ticket.until));
  return { type, id, key, dead, lastTurn, deadline: share, latest };
}

/**
 * If a child died in a game's `start`, the game's next `move` would call that `start` again, and kill the next child.
 */
export function diesInSameStart({ job }: PendingJob, culprit: PendingJob | undefined): boolean {
  return culprit?.type === 'start' && culprit.job.key === job.key;
}
