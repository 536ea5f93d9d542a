/** What a mounted snake tells whoever listens: `host.ts` ties these to log, metrics and journal. Never in an answer's way. */
import type { GameResult } from '../inference/game-outcome.js';
import type { Used } from '../inference/move-used.js';
import type { GameRef } from '../wire/game-ref.js';
import type { Answer } from '../wire/responses.js';
import type { GameRequest } from '../wire/resources.js';

/**
 * How a game ended for the snake. `abandoned`: no `/end` came. `replayed`: the engine began the same game anew, and this
 * run of it counts for nothing. `probe`: an engine's health check, no game at all and never told as started.
 */
export type GameEnding = GameResult | 'replayed' | 'probe';

export interface SnakeEvents {
  gameStarted(game: GameRef, request: GameRequest): void;
  /** A `/move` was answered. `overhead` is the travel time assumed, `budget` what the strategy was given; ms. */
  answered(
    game: GameRef & { readonly turn: number; readonly overhead: number; readonly budget: number },
    answer: Answer,
  ): void;
  /** The next request showed what became of an answer. `latency` as told by the engine, `took` as measured here; ms. */
  moveConfirmed(
    game: GameRef & { readonly turn: number; readonly latency: string; readonly took: number },
    used: Used,
  ): void;
  gameEnded(game: GameRef & { readonly turn: number }, result: GameEnding): void;
  /** A line of the strategy's `context.log` or console. */
  logged(game: GameRef & { readonly turn: number }, message: string, data: Record<string, unknown> | undefined): void;
  /** The strategy did something that cost no turn: threw in `start` or `end`, wrote more lines than are kept. */
  strategyWarned(game: GameRef & { readonly turn: number }, reason: string): void;
  childStarted(snake: string, pid: number): void;
  /** `expected` is false when the child died by itself or had to be killed; `reason` is one sentence. */
  childStopped(snake: string, pid: number, expected: boolean, reason: string): void;
}

/** For those who only want answers. */
export const silentEvents: SnakeEvents = {
  gameStarted() {},
  answered() {},
  moveConfirmed() {},
  gameEnded() {},
  logged() {},
  strategyWarned() {},
  childStarted() {},
  childStopped() {},
};
