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

/** One turn on its way to a strategy. */
export interface TurnJob {
  /** Which game of which of our snakes: the strategy's memory is kept under it. */
  readonly key: string;
  /** The canonical request, made when first read. From there on it belongs to the strategy, which may change it. */
  readonly request: GameRequest;
  /**
   * The body as it arrived: `turn.raw`, and all that a child process needs of the request. If it did not come as a
   * string, it is made when first read.
   */
  readonly text: string;
  /** Ids of the snakes that are off the board of the canonical request. */
  readonly dead: readonly string[];
  readonly lastTurn: LastTurn | undefined;
  /** The `Via` header of the request; absent if it had none. */
  readonly via?: string | undefined;
  /** Takes the notes of a `move` that came back after its outcome was `late`. */
  onLateNote?: ((note: CleanNote) => void) | undefined;
}

/** A turn of a game by its number, and the move that was sent. */
export interface AnsweredTurn {
  readonly key: string;
  readonly turn: number;
  readonly move: Direction;
}

/**
 * The result of a `move` call. `proposal` is the last move given to `context.propose`. `delegated`: the strategy
 * returned nothing and leaves the move to the host, which counts it as `moved`: it is a decision, not a failure.
 * `note` is what the strategy noted down, if the runner keeps notes. `found` is whether the turn was one that it had
 * pondered; absent if it had pondered none.
 */
export type CallOutcome = { readonly note?: CleanNote | undefined; readonly found?: boolean | undefined } & (
  | { readonly kind: 'moved'; readonly move: CleanMove }
  | { readonly kind: 'delegated'; readonly proposal?: CleanMove | undefined }
  | ((
      | { readonly kind: 'late'; readonly cause: LateCause }
      | { readonly kind: 'failed' | 'illegal'; readonly cause?: undefined }
    ) & { readonly reason: string; readonly proposal?: CleanMove | undefined })
);

/** Live state of one child process. */
export interface ChildStatus {
  readonly pid: number;
  readonly state: 'loading' | 'idle' | 'busy';
  /** Games that this child plays. */
  readonly games: number;
  readonly memoryMb: number;
}

/** Executes one strategy for all games of one mounted snake. */
export interface Runner {
  /** Has `start` called for this game. Returns at once. A game that is already known keeps its memory. */
  start(job: TurnJob): void;
  /**
   * Has `move` called, after `start` if that has not been called yet. Never rejects; resolves within a few ms of
   * `deadline` (on the clock of `performance.now()`), whatever the strategy does.
   */
  move(job: TurnJob, deadline: number): Promise<CallOutcome>;
  /**
   * Gives up a `move` whose answer nobody waits for any more: its outcome is `late` at once, and the strategy's signal
   * aborts. Does nothing if it has its outcome already.
   */
  abandon(job: TurnJob): void;
  /**
   * The answer to this turn, this move, is about to leave: has `ponder` called afterwards while a core is free, until
   * the next turn of the game or its end. Returns at once. Absent if strategies never ponder here.
   */
  ponder?(job: TurnJob, move: Direction): void;
  /** Has `end` called if the game is known, and forgets the game. Returns at once. */
  end(job: TurnJob): void;
  /** Forgets a game without telling the strategy. */
  forget(key: string): void;
  status(): ChildStatus[];
  /** What the strategy has of the host's cores; absent if nothing decides over that. */
  shares?(): LaneStatus | undefined;
  /** The answer to `GET`, where it may change; absent if that of the mount holds. */
  info?(): InfoResponse;
  /** How the server does that answers for the snake; absent if none does. */
  upstream?(): UpstreamStatus;
  close(): Promise<void>;
}

/** The outcome of a turn that was abandoned. */
export const ABANDONED = {
  kind: 'late',
  cause: 'client',
  reason: 'the client closed the connection before the answer',
} as const satisfies CallOutcome;
/** The strategy's first call in a game may take this long, in ms. */
export const START_ALLOWANCE = 5000;
/** The strategy may ponder for so long if no turn comes: an engine may be gone; in ms. */
export const PONDER_ALLOWANCE = 5000;
/** The strategy's last call in a game may take this long, in ms. */
export const END_ALLOWANCE = 1000;
