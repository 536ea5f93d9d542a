/**
 * Everything that a snake reports besides its answers: on its strategy, processes and games. `host-events.ts` connects
 * it to log and metrics. A report never delays an answer.
 */
import type { GameOutcome } from '../inference/game-outcome.js';
import type { GameResult } from '../views/game-rows.js';
import type { Used } from '../views/game-rows.js';
import type { ShadowOutcome } from '../journal/journal-event.js';
import type { ChildExit } from '../processes/supervised-child.js';
import type { Answer } from '../wire/responses.js';
import type { RepeatedFault } from './game/fault-counts.js';
import type { UpstreamChange } from './upstream/reachability.js';

/** From strategy code. `key` is the game's, or '' outside of games; `parseGameKey` takes it apart. */
export type StrategyReport = { readonly key: string; readonly turn: number } & (
  | {
      /** A line of the strategy's `context.log` or console. */
      readonly type: 'logged';
      readonly message: string;
      readonly data?: Record<string, unknown> | undefined;
    }
  /** The strategy made a mistake that cost no turn; `reason` is one sentence. */
  | { readonly type: 'warned'; readonly reason: string }
);

/** A line of a strategy with its data, as its turn keeps it. */
export function toLogLine({ message, data }: Extract<StrategyReport, { type: 'logged' }>): string {
  return data === undefined ? message : `${message} ${JSON.stringify(data)}`;
}

export type RunnerReport =
  | StrategyReport
  | { readonly type: 'childStarted'; readonly pid: number }
  | { readonly type: 'childStopped'; readonly pid: number; readonly exit: ChildExit }
  /** The system did not start a child; another try follows. */
  | { readonly type: 'childNotStarted'; readonly reason: string }
  /** The server behind an `upstream` became reachable or unreachable. */
  | { readonly type: 'upstreamChanged'; readonly change: UpstreamChange };

/**
 * How a game ended for the snake. `solo`: it played alone to the end, and neither won, drew nor lost. `abandoned`: no
 * `/end` came. `replayed`: the engine started the same game again, and this run does not count. `probe`: it was an
 * engine's health check; its start is not reported.
 */
export type GameEnding = GameResult | 'solo' | 'replayed' | 'probe';

type GameReport = { readonly game: string; readonly you: string } & (
  | { readonly type: 'gameStarted'; readonly ruleset: string; readonly map: string; readonly snakes: number }
  /** A `/move` was answered. `overhead`: as assumed; `budget`: the strategy's time; in ms. */
  | {
      readonly type: 'answered';
      readonly turn: number;
      readonly overhead: number;
      readonly budget: number;
      readonly answer: Answer;
      /** Whether the game has had an equal fault. */
      readonly isRepeated: boolean;
    }
  /**
   * The next request showed whether an answer was used. `latency`: as the engine reports it; `took`: measured, in ms.
   */
  | {
      readonly type: 'moveConfirmed';
      readonly turn: number;
      readonly latency: string;
      readonly took: number;
      readonly used: Used;
    }
  | ({
      readonly type: 'gameEnded';
      readonly ending: GameEnding;
      /** The engine's count. */
      readonly turn: number;
      /** Faults that it had more than once; absent if there are none. */
      readonly repeated?: readonly RepeatedFault[];
      /** Turns before which the snake pondered, and how many of them it had expected; absent if it did not ponder. */
      readonly pondered?: { readonly turns: number; readonly found: number } | undefined;
    } & Pick<GameOutcome, 'died' | 'cause'>)
  /** The `/end` of a game that another host played. The journal finds out the result. */
  | { readonly type: 'gameEndedElsewhere'; readonly turn: number }
);

export type SnakeReport =
  | RunnerReport
  | GameReport
  /** The candidate of a shadow experiment answered a turn, or skipped it. */
  | { readonly type: 'shadowAnswered'; readonly outcome: ShadowOutcome };

/** Receives the reports of the snake at a prefix: on games after the answer has left, in order. */
export type SnakeListener = (snake: string, report: SnakeReport) => void;
