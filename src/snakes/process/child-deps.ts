/** What a strategy's child is made from, and what it reports to its runner. */
import type { ChildExit, Priority } from '../../processes/supervised-child.js';
import type { ByteBudget } from '../byte-budget.js';
import type { ChildTimeouts } from './child-timeouts.js';
import type { PendingJob } from './pending-job.js';

/**
 * How far a child has got: `loading` → `loaded` → `proven` (it has done a job) → `gone`. It can be gone after each of
 * them.
 */
export type ChildState = 'loading' | 'loaded' | 'proven' | 'gone';

/** How a strategy's child ended, and in the middle of what. */
export interface StrategyChildExit extends ChildExit {
  /** How far it had got. */
  readonly reached: Exclude<ChildState, 'gone'>;
  /** Jobs that it leaves undone, the oldest first. */
  readonly orphans: readonly PendingJob[];
}

/** What a child is made from, and whom it notifies. */
export interface StrategyChildDeps {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly priority?: Priority | undefined;
  readonly timeouts: ChildTimeouts;
  readonly underWay: ByteBudget;
  /** How many of them share a core; 1 unless given. */
  readonly crowd?: (() => number) | undefined;
  /** Called with each job that is over; `isDone` unless the child ended before. The child may be free now. */
  finished?(pending: PendingJob, isDone: boolean): void;
  /** Called when the child has loaded its strategy. */
  loaded?(): void;
  /** Whether outcomes carry what the strategy notes down. */
  readonly keepsNotes: boolean;
  logged(key: string, turn: number, message: string, data: Record<string, unknown> | undefined): void;
  warned(key: string, turn: number, reason: string): void;
  /** Called once, when the child is gone. */
  exited(exit: StrategyChildExit): void;
}
