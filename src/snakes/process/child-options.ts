/** What a child process is made from, how long its runner waits for it, and how it ended. */
import type { ChildExit, Priority } from '../../processes/supervised-child.js';
import type { Lane } from '../schedule/lane.js';
import type { RunnerReport } from '../snake-report.js';
import type { Launch } from './dialect.js';
import type { PendingMove } from './pending-move.js';

/** How long a runner waits for its children, in ms. */
export interface ChildTimeouts {
  /** To import the strategy's file; while the child waits for a core, it does not pass. */
  readonly load: number;
  /** After the deadline of a move, before the child counts as stuck and is killed. */
  readonly grace: number;
  /** After its client has gone, before a move that others wait for counts as stuck; twice the grace unless given. */
  readonly abandoned?: number;
  /** Without a game, before a child ends; 30 s unless given. */
  readonly idle?: number;
}

/** Those of a host. */
export const TIMEOUTS: ChildTimeouts = { load: 5000, grace: 50 };

/** What a child is made from. */
export interface StrategyChildOptions {
  /** Makes the next child. */
  readonly launch: () => Launch;
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Ceiling of its resident memory, in MB. */
  readonly memoryMb: number;
  readonly priority?: Priority | undefined;
  /** Those of a host unless given. */
  readonly timeouts?: ChildTimeouts | undefined;
  /** The snake's part of the host's schedule; unless given, every move is sent at once. */
  readonly lane?: Lane | undefined;
  readonly report: (report: RunnerReport) => void;
}

/** How far a child has got: `loading` → `loaded` → `proven` (it has done a move). After each it can be `gone`. */
export type ChildState = 'loading' | 'loaded' | 'proven' | 'gone';

/** How a strategy's child ended, and in the middle of what. */
export interface StrategyChildExit extends ChildExit {
  /** How far it had got. */
  readonly reached: Exclude<ChildState, 'gone'>;
  /** Whether it was in a `ponder`, which no move is to blame for. */
  readonly wasPondering: boolean;
  /** Moves that it leaves undone, the oldest first. */
  readonly orphans: readonly PendingMove[];
}
