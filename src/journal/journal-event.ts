/** What a mounted snake hands to whoever keeps games: `snakes/` writes entries, `journal/` reads them. */
import type { GameOutcome } from '../inference/game-outcome.js';
import type { Used } from '../inference/move-used.js';
import type { Direction } from '../rules/types.js';
import type { GameRef } from '../wire/game-ref.js';
import type { Answer } from '../wire/responses.js';

/** Which side of a live experiment plays a game. */
export interface Assignment {
  readonly experiment: string;
  readonly variant: 'base' | 'candidate';
  /** Share of games that the candidate gets; 0 where it is the base's shadow. */
  readonly split: number;
}

/** What the candidate of a shadow experiment said to a turn that the base had answered. `took` in ms. */
export type ShadowTurn =
  | { readonly kind: 'moved'; readonly move: Direction; readonly took: number }
  | { readonly kind: 'late' | 'failed' | 'illegal'; readonly reason: string; readonly took: number }
  /** There was no time to ask. */
  | { readonly kind: 'skipped' };

/** Who plays a game: the strategy as it was loaded. */
export interface Player {
  readonly strategy: string;
  /** Of the strategy's code; the same code has the same hash on every machine. */
  readonly hash: string;
  /** As the customization says; empty where it says none. */
  readonly version: string;
  /** As configured. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly assignment?: Assignment | undefined;
}

/** What the request after an answer told of it. `latency` is the engine's word, in ms or empty. */
export interface AnswerFeedback {
  readonly used: Used;
  readonly latency: string;
}

/** One answered turn. Times in ms; `at` in ms since 1970. */
export interface TurnFacts {
  readonly turn: number;
  readonly at: number;
  readonly answer: Answer;
  /** What the strategy was given. */
  readonly budget: number;
  /** Travel time assumed. */
  readonly overhead: number;
  /** What became of the answer to the turn before; absent where that cannot be told. */
  readonly last?: AnswerFeedback | undefined;
  /** Known later than the rest. */
  readonly shadow?: ShadowTurn | undefined;
}

/**
 * One thing that happened, in the order in which it did. `body` is a request as it arrived.
 *
 * - `began`: the first request of a game, or of a new run of it from turn 0.
 * - `turn`: a `/move` was answered. The same turn again replaces the first; so it comes twice where it has a shadow.
 * - `ended`: no more will come, but for the shadow of the last turn, with the end once more.
 */
export type JournalEvent =
  | (GameRef & { readonly kind: 'began'; readonly at: number; readonly body: string; readonly player: Player })
  | (GameRef & { readonly kind: 'turn'; readonly body: string; readonly facts: TurnFacts })
  | (GameRef & {
      readonly kind: 'ended';
      readonly at: number;
      /** Absent if no `/end` came. */
      readonly body?: string | undefined;
      readonly outcome: GameOutcome;
    });
