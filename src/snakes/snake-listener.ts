/** What a mounted snake reports. `host-events.ts` ties it to log and metrics. It never delays an answer. */
import type { GameOutcome, GameResult } from '../inference/game-outcome.js';
import type { Used } from '../inference/move-used.js';
import type { ShadowOutcome } from '../journal/journal-event.js';
import type { ChildExit } from '../processes/supervised-child.js';
import type { GameRef } from '../wire/resources.js';
import type { Answer } from '../wire/responses.js';
import { parseGameKey } from './game/live-game.js';
import type { RunnerListener } from './strategy/runner.js';
import type { UpstreamChange } from './upstream/reachability.js';

/**
 * How a game ended for the snake. `solo`: it played alone to the end, and neither won, drew nor lost. `abandoned`: no
 * `/end` came. `replayed`: the engine started the same game again, and this run does not count. `probe`: it was an
 * engine's health check; its start is not reported.
 */
export type GameEnding = GameResult | 'solo' | 'replayed' | 'probe';

export interface GameStart {
  readonly ruleset: string;
  readonly map: string;
  /** How many snakes are on the board. */
  readonly snakes: number;
}

export interface EndedGame extends GameRef, Pick<GameOutcome, 'died' | 'cause'> {
  /** The engine's count of its turns. */
  readonly turn: number;
  /** Turns before which the snake has pondered, and those of them that it had expected; absent if it has not. */
  readonly pondered?: { readonly turns: number; readonly found: number } | undefined;
}

/** Listens to what happens to a snake. Called after the answer has left, in the order of what happened. */
export interface SnakeListener {
  gameStarted(game: GameRef, start: GameStart): void;
  /** A `/move` was answered. `overhead`: as it was assumed; `budget`: the time the strategy was given; in ms. */
  answered(
    game: GameRef & { readonly turn: number; readonly overhead: number; readonly budget: number },
    answer: Answer,
  ): void;
  /**
   * The next request showed what became of an answer. `latency`: as the engine reports it; `took`: as measured here, in
   * ms.
   */
  moveConfirmed(
    game: GameRef & { readonly turn: number; readonly latency: string; readonly took: number },
    used: Used,
  ): void;
  /** The candidate of a shadow experiment answered a turn, or was not asked. No answer of it is ever sent. */
  shadowAnswered(snake: string, outcome: ShadowOutcome): void;
  gameEnded(game: EndedGame, ending: GameEnding): void;
  /** The end came of a game that this host does not know: another host had it. The journal finds out the result. */
  gameEndedElsewhere(game: GameRef & { readonly turn: number }): void;
  /** A line of the strategy's `context.log` or console. */
  logged(game: GameRef & { readonly turn: number }, message: string, data: Record<string, unknown> | undefined): void;
  /**
   * The strategy did something wrong that cost no turn: it threw in `start` or `end`, or logged more lines than are
   * kept.
   */
  strategyWarned(game: GameRef & { readonly turn: number }, reason: string): void;
  childStarted(snake: string, pid: number): void;
  childStopped(snake: string, pid: number, exit: ChildExit): void;
  /** The system did not start a child; another try follows. */
  childNotStarted(snake: string, reason: string): void;
  /** The server behind a snake's `upstream` is or is not reachable from now on. */
  upstreamChanged(snake: string, change: UpstreamChange): void;
}

export const silentListener: SnakeListener = {
  gameStarted() {},
  answered() {},
  moveConfirmed() {},
  shadowAnswered() {},
  gameEnded() {},
  gameEndedElsewhere() {},
  logged() {},
  strategyWarned() {},
  childStarted() {},
  childStopped() {},
  childNotStarted() {},
  upstreamChanged() {},
};

/** Passes what a snake's runner reports on to the listener of that snake. `snake` is its prefix. */
export function toRunnerListener(snake: string, listener: SnakeListener = silentListener): RunnerListener {
  return {
    logged: (key, turn, message, data) => listener.logged({ snake, ...parseGameKey(key), turn }, message, data),
    warned: (key, turn, reason) => listener.strategyWarned({ snake, ...parseGameKey(key), turn }, reason),
    childStarted: (pid) => listener.childStarted(snake, pid),
    childStopped: (pid, exit) => listener.childStopped(snake, pid, exit),
    childNotStarted: (reason) => listener.childNotStarted(snake, reason),
    upstreamChanged: (change) => listener.upstreamChanged(snake, change),
  };
}
