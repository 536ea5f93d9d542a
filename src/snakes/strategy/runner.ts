/** How a strategy is executed. `inline` and `process` keep the same promises, which test/contracts/runner.contract.ts checks. */
import type { CleanMove } from '../../wire/move.js';
import type { GameRequest } from '../../wire/resources.js';
import type { LastTurn } from './contract.js';

/** One turn on its way to a strategy. */
export interface TurnJob {
  /** Which game of which of our snakes: the strategy's memory is kept under it. */
  readonly key: string;
  /** The canonical request. Belongs to the strategy from here on. */
  readonly request: GameRequest;
  /** The body as it arrived, for `turn.raw`. A request that did not arrive as JSON is formatted when this is read. */
  readonly text: string;
  readonly lastTurn: LastTurn | undefined;
}

/**
 * What became of a `move` call. `proposal` is the last `context.propose`. `undecided`: the strategy returned nothing and
 * leaves the move to the host, which counts it as `moved`: it is a decision, not a failure.
 */
export type CallOutcome =
  | { readonly kind: 'moved'; readonly move: CleanMove }
  | { readonly kind: 'undecided'; readonly proposal?: CleanMove | undefined }
  | {
      readonly kind: 'late' | 'failed' | 'illegal';
      readonly reason: string;
      readonly proposal?: CleanMove | undefined;
    };

/** What a strategy's code says while it runs, and what costs no turn but should be seen by its author. */
export interface RunnerEvents {
  logged(key: string, turn: number, message: string, data: Record<string, unknown> | undefined): void;
  complained(key: string, turn: number, reason: string): void;
  childStarted(pid: number): void;
  childStopped(pid: number, expected: boolean, reason: string): void;
}

/** Live state of one child process. */
export interface ChildStatus {
  readonly pid: number;
  readonly state: 'loading' | 'idle' | 'busy';
  readonly games: number;
  readonly memoryMb: number;
}

/** Executes one strategy for all games of one mounted snake. */
export interface Runner {
  /** Calls `start` for this game. Returns at once; a game that is already known keeps its memory. */
  start(job: TurnJob): void;
  /**
   * Calls `move`, after `start` if that has not been called for this game. Never rejects; settles within a few ms of
   * `deadline` (on the clock of `performance.now()`), whatever the strategy does.
   */
  move(job: TurnJob, deadline: number): Promise<CallOutcome>;
  /** Calls `end` if the game is known, and forgets the game. Returns at once. */
  end(job: TurnJob): void;
  /** Forgets a game without calling the strategy. */
  forget(key: string): void;
  status(): ChildStatus[];
  close(): Promise<void>;
}

/** The strategy's first call in a game may take this long, in ms. */
export const START_ALLOWANCE = 5000;
/** The strategy's last call in a game may take this long, in ms. */
export const END_ALLOWANCE = 1000;
