/** A turn on its way through the schedule: what a runner brings, and what the schedule notes. */
import type { ThinkerSeat } from './seat.js';

/** What turns of one snake have in common. */
export interface Weighted {
  /** Their share in proportion to those of other snakes. */
  readonly weight: number;
}

/** A turn that a runner brings. Times on the clock of the schedule. */
export interface ScheduledTurn {
  /** When its answer has to leave. */
  readonly deadline: number;
  /** Whether its child could begin now. */
  isReady(): boolean;
  /** Gives it to its child, with this deadline for the strategy. */
  begin(until: number): void;
}

/** A turn that waits for a core or has one. */
export interface Ticket {
  readonly turn: ScheduledTurn;
  readonly seat: ThinkerSeat;
  readonly lane: Weighted;
  /** What it was given, once it has begun; in ms. */
  share?: number;
  /** When it has to give its core back. Absent while it waits, and when it has lost its core. */
  until?: number | undefined;
}
