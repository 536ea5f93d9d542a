/**
 * How a strategy is executed: the interface of every runner. test/contracts/runner.contract.ts is its specification.
 */
import type { CleanMove } from '../../wire/move.js';
import type { CleanNote } from '../../wire/note.js';
import type { Direction } from '../../rules/types.js';
import type { GameRequest } from '../../wire/resources.js';
import type { InfoResponse, LateCause } from '../../wire/responses.js';
import type { LaneStatus } from '../schedule/lane.js';
import type { UpstreamStatus } from '../../exchange/upstream-status.js';
import type { LastTurn } from './contract.js';

/** One turn for a strategy. */
export interface TurnJob {
  /** Identifies the game and our snake in it; the key of the strategy's memory. */
  readonly key: string;
  /** The canonical request, made when first read. From then on it belongs to the strategy, which may change it. */
  readonly request: GameRequest;
  /**
   * The body as received: `turn.raw`, and all that a child process needs of the request. Made when first read if it did
   * not come as a string.
   */
  readonly text: string;
  /** Ids of the snakes that were removed from the canonical request. */
  readonly dead: readonly string[];
  readonly lastTurn: LastTurn | undefined;
  /** The `Via` header of the request; absent if it had none. */
  readonly via?: string | undefined;
  /** Receives the notes of a `move` that returned after its outcome was `late`. */
  onLateNote?: ((note: CleanNote) => void) | undefined;
}

/** An answered turn, and the move that was sent. */
export interface AnsweredTurn {
  readonly key: string;
  readonly turn: number;
  readonly move: Direction;
}

/**
 * The result of a `move` call. `proposal` is the last move passed to `context.propose`. `delegated`: the strategy
 * returned nothing and leaves the move to the host, which counts as `moved`: a decision, not a failure.
 * `note` has the strategy's notes, if the runner keeps them. `found` tells whether `ponder` had expected the turn;
 * absent if it did not run.
 */
export type CallOutcome = { readonly note?: CleanNote | undefined; readonly found?: boolean | undefined } & (
  | { readonly kind: 'moved'; readonly move: CleanMove }
  | { readonly kind: 'delegated'; readonly proposal?: CleanMove | undefined }
  | ((
      | { readonly kind: 'late'; readonly cause: LateCause }
      /** `cause`: present unless the strategy is to blame. */
      | { readonly kind: 'failed' | 'illegal'; readonly cause?: 'machine' | 'start' }
    ) & { readonly reason: string; readonly proposal?: CleanMove | undefined })
);

/** An outcome whose note has the lines that were logged. */
export function withLog(outcome: CallOutcome, log: readonly string[]): CallOutcome {
  return log.length === 0 ? outcome : { ...outcome, note: { ...outcome.note, log } };
}

export interface ChildStatus {
  readonly pid: number;
  readonly state: 'loading' | 'idle' | 'busy';
  readonly games: number;
  readonly memoryMb: number;
}

/** Executes one strategy for all games of one mounted snake. */
export interface Runner {
  /** Calls `start` for this game. Returns at once. A known game keeps its memory. */
  start(job: TurnJob): void;
  /**
   * Calls `move`, after `start` if that has not been called yet. Never rejects; resolves within a few ms of
   * `deadline` (on the clock of `performance.now()`), whatever the strategy does.
   */
  move(job: TurnJob, deadline: number): Promise<CallOutcome>;
  /**
   * Abandons a `move` whose answer is no longer awaited: its outcome is `late` at once, and the strategy's signal
   * aborts. Does nothing if it has an outcome.
   */
  abandon(job: TurnJob): void;
  /**
   * Called when this move is about to leave as the answer: calls `ponder` afterwards while a core is free, until the
   * next turn or the end of the game. Returns at once. Absent if strategies never ponder here.
   */
  ponder?(job: TurnJob, move: Direction): void;
  /** Calls `end` if the game is known, and forgets the game. Returns at once. */
  end(job: TurnJob): void;
  /** Forgets a game without calling the strategy. */
  forget(key: string): void;
  status(): ChildStatus[];
  /** The strategy's share of the host's cores; absent if they are not scheduled. */
  shares?(): LaneStatus | undefined;
  /** The answer to `GET` if it can change; absent if the mount's holds. */
  info?(): InfoResponse;
  /** The state of the server that answers for the snake; absent without one. */
  upstream?(): UpstreamStatus;
  close(): Promise<void>;
}

export const ABANDONED = {
  kind: 'late',
  cause: 'client',
  reason: 'the client closed the connection before the answer',
} as const satisfies CallOutcome;
/** Time for the strategy's first call in a game, in ms. */
export const START_ALLOWANCE = 5000;
/** Longest pondering without a turn, in ms: the engine may have stopped. */
export const PONDER_ALLOWANCE = 5000;
/** Time for the strategy's last call in a game, in ms. */
export const END_ALLOWANCE = 1000;
