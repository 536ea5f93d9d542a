/** A game as the journal returns it, in full and as one line of a list, and the queries for both. */
import { GAME_RESULTS, type GameResult } from '../inference/game-outcome.js';
import type { GameAnalysis } from '../inference/analysis.js';
import type { AnswerFeedback, ImportNote, TurnAnswer, ShadowAnswer } from './journal-event.js';

export const JOURNAL_RESULTS = [...GAME_RESULTS, 'solo'] as const satisfies readonly (GameResult | 'solo')[];
/** The result of a game. One that the snake played alone to its end was neither won, drawn nor lost: `solo`. */
export type JournalResult = (typeof JOURNAL_RESULTS)[number];

/** The result of a game, for people. `snakes`: how many began it. */
export function toJournalResult(result: string, snakes: number): JournalResult {
  return snakes < 2 && result !== 'abandoned' && result !== 'unknown' ? 'solo' : (result as JournalResult);
}

/** Selects games. An absent field matches every game. */
export interface GameFilter {
  readonly snake?: string | undefined;
  /** Name of another snake in the game. */
  readonly opponent?: string | undefined;
  /** Any of these snakes. */
  readonly snakes?: readonly string[] | undefined;
  readonly experiment?: string | undefined;
  readonly ruleset?: string | undefined;
  readonly map?: string | undefined;
  /** Only games that were imported, or only those that were not. */
  readonly imported?: boolean | undefined;
  /** What the snake died of, in the engine's words. */
  readonly cause?: string | undefined;
  /** The version that the snake had. */
  readonly version?: string | undefined;
  /** Games that began at this moment or later, in ms since 1970. */
  readonly since?: number | undefined;
  /** Games that began before this moment, in ms since 1970. */
  readonly until?: number | undefined;
  /** The first game, in the order in which games began; `at` in ms since 1970. */
  readonly from?: { readonly at: number; readonly id: string } | undefined;
}

export interface ReportFilter extends GameFilter {
  /** Only this many of the games, the newest that have ended, and those under way since. */
  readonly newest?: number | undefined;
}

export interface GameQuery extends GameFilter {
  readonly result?: JournalResult | undefined;
  /** Only games that are over, or only those that are not. */
  readonly hasEnded?: boolean | undefined;
  /** The most games on the page, 1 to 500. */
  readonly limit: number;
  /** Ends the page between two of the engine's games, before `limit`: the snakes of one are then on one page. */
  readonly isWhole?: boolean | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface GameList {
  readonly games: readonly GameRow[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: string;
}

/** All names that occur in the journal: what a filter can be set to. Each list is sorted. */
export interface FilterNames {
  readonly snakes: readonly string[];
  readonly rulesets: readonly string[];
  readonly maps: readonly string[];
  readonly causes: readonly string[];
  readonly opponents: readonly string[];
  readonly versions: readonly string[];
  readonly experiments: readonly string[];
}

/** A game in one line of a list. Moments in ms since 1970; the id is the same in every journal. */
export interface GameRow {
  /** The id here: the last part of the page's URL. */
  readonly id: string;
  /** Prefix of the mounted snake that played it. */
  readonly snake: string;
  /** The engine's ids of the game and of our snake in it. */
  readonly game: string;
  readonly you: string;
  readonly startedAt: number;
  /** Absent while the game is under way, as `result`. */
  readonly endedAt?: number;
  readonly ruleset: string;
  readonly map: string;
  readonly source: string;
  readonly width: number;
  readonly height: number;
  /** Number of snakes at the beginning, ours included. */
  readonly snakes: number;
  /** Names of the other snakes. */
  readonly opponents: readonly string[];
  /** Empty if it is not known, because the game was imported. */
  readonly strategy: string;
  readonly version: string;
  /** Present if the game was imported. `startedAt` and `endedAt` then say when that was. */
  readonly imported?: ImportNote;
  readonly experiment?: string;
  readonly variant?: string;
  readonly result?: JournalResult;
  /** 1 is the best; tied snakes share the mean of their ranks. Absent if unknown, or if the snake played alone. */
  readonly rank?: number;
  /**
   * The engine's count of the game's turns, the same for all its snakes: the turn of its `/end`. The last turn seen
   * while the game is under way, and if no `/end` came.
   */
  readonly turns: number;
  /** The first turn on whose board the snake was dead, as engines name it; absent if it did not die. */
  readonly died?: number;
  /** Why the snake died, in the engine's words; absent if it survived, or if the requests do not show the cause. */
  readonly cause?: string;
  /** Name of the snake that killed ours. */
  readonly killer?: string;
  /** Number of answers of each kind, none of them in an imported game; `lost` are those that the engine did not use. */
  readonly moved: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  /** Answers that the engine probably did not use; absent if there are none. */
  readonly unlikely?: number;
  /** Empty if the game was imported; so are `strategy`, `version` and `options` then. */
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** One turn of a game as the store returns it. Times in ms. */
export interface TurnRow {
  readonly turn: number;
  /** In ms since 1970. */
  readonly at: number;
  /** The request as it arrived. */
  readonly body: string;
  readonly answer: TurnAnswer;
  /** Absent in an imported game. */
  readonly budget?: number | undefined;
  /** Absent in an imported game. */
  readonly overhead?: number | undefined;
  /** What the next request showed of the answer; absent if none came. */
  readonly feedback?: AnswerFeedback | undefined;
  /** What the candidate of a shadow experiment answered. */
  readonly shadow?: ShadowAnswer | undefined;
}

export interface FullGameRow extends GameRow {
  /** In order. Turns that could not be kept are missing. */
  readonly list: readonly TurnRow[];
  /** The body of `/end` as it arrived. */
  readonly end?: string;
  /** What `analyse` found last; absent if it was never called. */
  readonly analysis?: GameAnalysis | undefined;
}
