/** A game as the journal keeps it, how it is asked for, and its line in a list. */
import type { GameResult } from '../inference/game-outcome.js';
import type { Answer } from '../wire/responses.js';
import type { AnswerFeedback, ShadowTurn } from './journal-event.js';

/** Which games; what is left out does not matter. */
export interface GameFilter {
  readonly snake?: string | undefined;
  readonly experiment?: string | undefined;
  readonly ruleset?: string | undefined;
  readonly map?: string | undefined;
  /** Began at this moment or later, in ms since 1970. */
  readonly since?: number | undefined;
}

export interface GameQuery extends GameFilter {
  readonly result?: GameResult | undefined;
  /** 1 to 500. */
  readonly limit: number;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface GamePage {
  readonly games: readonly GameSummary[];
  /** Leads to the next page; absent on the last. */
  readonly next?: string;
}

/** A game in one line. Moments in ms since 1970. */
export interface GameSummary {
  /** The same for the same game of the same snake, in every journal. */
  readonly id: string;
  /** Prefix that the game came in by. */
  readonly snake: string;
  /** The engine's ids. */
  readonly game: string;
  readonly you: string;
  readonly startedAt: number;
  /** Absent while the game is under way. */
  readonly endedAt?: number;
  readonly ruleset: string;
  readonly map: string;
  readonly source: string;
  readonly width: number;
  readonly height: number;
  /** Number of snakes, ours included. */
  readonly snakes: number;
  /** Names of the others. */
  readonly opponents: readonly string[];
  readonly strategy: string;
  readonly hash: string;
  readonly version: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly experiment?: string;
  readonly variant?: string;
  /** Absent while the game is under way. */
  readonly result?: GameResult;
  /** 1 is the best; a place that several share is the mean of theirs. Absent where it is not known. */
  readonly place?: number;
  /** Turn on which the game ended for the snake. */
  readonly turns: number;
  /** Why the snake died, in the engine's words; absent where it lived, and where it cannot be told. */
  readonly cause?: string;
  /** Name of the snake that did it. */
  readonly killer?: string;
  /** Answers of each kind, and those the engine did not use. */
  readonly moved: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
}

/** One turn of a kept game. Times in ms. */
export interface KeptTurn {
  readonly turn: number;
  /** In ms since 1970. */
  readonly at: number;
  /** The request as it arrived. */
  readonly body: string;
  readonly answer: Answer;
  readonly budget: number;
  readonly overhead: number;
  /** What the next request told of the answer; absent where none came. */
  readonly feedback?: AnswerFeedback | undefined;
  /** What the candidate of a shadow experiment said to it. */
  readonly shadow?: ShadowTurn | undefined;
}

export interface KeptGame extends GameSummary {
  /** In order; turns that could not be kept are missing. */
  readonly list: readonly KeptTurn[];
  /** The body of `/end` as it arrived. */
  readonly end?: string;
}
