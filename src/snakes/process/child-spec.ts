/**
 * The specification from which the children of a snake are started, and how a host talks to one kind of child: the
 * supervisor of children knows nothing else about their kind.
 */
import type { Priority } from '../../processes/supervised-child.js';
import type { ByteBudget } from '../byte-budget.js';
import type { Lane } from '../schedule/lane.js';
import type { RunnerReport } from '../snake-report.js';
import type { ChildCeiling } from './child-ceiling.js';
import type { Program } from '../../processes/program.js';
import type { TurnJob } from '../strategy/runner.js';
import type { FromChild, ToChild } from './messages.js';

export interface ChildTimeouts {
  /** To import the strategy's file; time in which the child waits for a core does not count. */
  readonly load: number;
  /** After a call is due, before its child counts as stuck and is killed. */
  readonly grace: number;
  /** After its client has gone, before a move that others wait for counts as stuck (default: twice the grace). */
  readonly abandoned?: number;
  /** Without a game, before a child ends (default: 30 s). */
  readonly idle?: number;
}

export const TIMEOUTS: ChildTimeouts = { load: 5000, grace: 50 };

export interface ChildSpec {
  /** Makes the next child. */
  readonly launch: () => Launch;
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Limit of its resident memory, in MB. */
  readonly memoryMb: number;
  readonly priority?: Priority | undefined;
  /** (default: the host's) */
  readonly timeouts?: ChildTimeouts | undefined;
  /** Most children at once. */
  readonly processes: number;
  /**
   * Whether overlapping games share a child if another child would have no core, and an idle snake has none (default:
   * no).
   */
  readonly shares?: boolean | undefined;
  /** The host's; without one, only `processes` bounds them. */
  readonly ceiling?: ChildCeiling | undefined;
  /** Shared with the other snakes of a host (default: its own budget). */
  readonly inFlight?: ByteBudget | undefined;
  /** The snake's part of the host's cores; without one, every move is sent at once, and the snake does not ponder. */
  readonly lane?: Lane | undefined;
  /** Whether a strategy that exports `ponder` may (default: yes). */
  readonly ponders?: boolean | undefined;
  readonly report: (report: RunnerReport) => void;
}

/** Translates for one child: our messages to its lines, and its lines to our messages. */
export interface Dialect {
  /** The first lines sent to the child. */
  readonly greeting: string;
  /** The likely cause if it does not load in time; follows a full stop. */
  readonly slowToLoad: string;
  /** The likely cause if it computed for less than half of that time (default: the same). */
  readonly idleToLoad?: string;
  /** The likely cause if a move computes without end. */
  readonly slowToMove: string;
  /** Whether it reports the return of a `start` or `end`. */
  readonly reportsAll: boolean;
  /** A message as lines; '' if such a child does not need it. Throws an `Error` if it cannot be serialized. */
  write(message: ToChild, job?: TurnJob): string;
  /** The meanings of JSON that the child wrote; nothing if it is no message, which ends the child. Never throws. */
  read(value: unknown): readonly FromChild[] | undefined;
  print(line: string): readonly FromChild[];
  /** The child has exited. */
  close(hadLoaded: boolean): void;
}

export interface Launch {
  readonly program: Program;
  readonly dialect: Dialect;
}
