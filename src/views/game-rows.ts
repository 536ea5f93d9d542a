/** A game in full, and as one line of a list, and the queries for both. */
import type { Direction } from '../rules/types.js';
import type { CleanNote } from '../wire/note.js';
import type { Answer } from '../wire/responses.js';
import type { GameAnalysis } from './analysis.js';

/** All results, in the order in which reports list them. */
export const GAME_RESULTS = ['win', 'draw', 'loss', 'abandoned', 'unknown'] as const;

/**
 * How a game ended for our snake. `abandoned`: no `/end` came. `unknown`: the requests that would show it are missing.
 */
export type GameResult = (typeof GAME_RESULTS)[number];

export const JOURNAL_RESULTS = [...GAME_RESULTS, 'solo'] as const satisfies readonly (GameResult | 'solo')[];
/** The result of a game. `solo`: the snake played alone to the end. */
export type JournalResult = (typeof JOURNAL_RESULTS)[number];

/** The result of a game, for people. `snakes`: the number at the start. */
export function toJournalResult(result: string, snakes: number): JournalResult {
  return snakes < 2 && result !== 'abandoned' && result !== 'unknown' ? 'solo' : (result as JournalResult);
}

/** The `source` of games that the page or `doctor` starts: kept like an engine's, but no statistics count them. */
export const LOCAL_SOURCE = 'local';

/** Selects games. An absent field matches every game. */
export interface GameFilter {
  /** Prefixes of snakes or experiments: games that one of them played. */
  readonly snakes?: readonly string[] | undefined;
  /** Name of another snake in the game. */
  readonly opponent?: string | undefined;
  readonly experiment?: string | undefined;
  readonly ruleset?: string | undefined;
  readonly map?: string | undefined;
  /** Only imported games, or only games played here. */
  readonly imported?: boolean | undefined;
  /** Cause of death, in the engine's words. */
  readonly cause?: string | undefined;
  readonly version?: string | undefined;
  /** Games that began at this moment or later, in ms since 1970. */
  readonly since?: number | undefined;
  /** Games that began before this moment, in ms since 1970. */
  readonly until?: number | undefined;
  /** The first game by start time; `at` in ms since 1970. */
  readonly from?: { readonly at: number; readonly id: string } | undefined;
}

export interface ReportFilter extends GameFilter {
  /** Only the newest so many finished games, and games in progress that began since. */
  readonly newest?: number | undefined;
}

/** What a list of games can be sorted by, largest first. `result`: from the first rank on; `oldest`: from the first. */
export const GAME_ORDERS = ['result', 'turns', 'lost', 'fallbacks', 'oldest'] as const;

export interface GameQuery extends GameFilter {
  /** Default: the newest first. */
  readonly order?: (typeof GAME_ORDERS)[number] | undefined;
  readonly result?: JournalResult | undefined;
  /** Only finished games, or only unfinished ones. */
  readonly hasEnded?: boolean | undefined;
  /** Only games with an analysis, or only games without one. */
  readonly isAnalysed?: boolean | undefined;
  /** The most games on the page, 1 to 500. */
  readonly limit: number;
  /**
   * Ends the page between two of the engine's games, before `limit`, so that all snakes of one game are on the same
   * page. With an `order`, they may be apart.
   */
  readonly isWhole?: boolean | undefined;
  readonly after?: string | undefined;
}

export interface GameList {
  readonly games: readonly GameRow[];
  readonly next?: string;
}

/** All names in the journal: the values of its filters. Each list is sorted. */
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
  /** The id in this journal: the last part of the page's URL. */
  readonly id: string;
  /** Prefix of the mounted snake. */
  readonly snake: string;
  /** The engine's ids of the game and of our snake. */
  readonly game: string;
  readonly you: string;
  readonly startedAt: number;
  /** Absent in a game in progress, like `result`. */
  readonly endedAt?: number;
  readonly ruleset: string;
  readonly map: string;
  readonly source: string;
  readonly width: number;
  readonly height: number;
  /** Number of snakes at the start, ours included. */
  readonly snakes: number;
  readonly opponents: readonly string[];
  /** Empty if unknown, because the game was imported. */
  readonly strategy: string;
  readonly version: string;
  /** Present if the game was imported. `startedAt` and `endedAt` are then the time of the import. */
  readonly imported?: ImportNote;
  readonly experiment?: string;
  readonly variant?: string;
  readonly result?: JournalResult;
  /** 1 is the best; tied snakes share the mean of their ranks. Absent if unknown, or if the snake played alone. */
  readonly rank?: number;
  /**
   * The engine's count of the game's turns, the same for all its snakes: the turn of its `/end`. The last turn seen if
   * no `/end` has come.
   */
  readonly turns: number;
  /** The first turn on whose board the snake was dead, as engines count; absent if it survived. */
  readonly died?: number;
  /** Why the snake died, in the engine's words; absent if it survived, or if the requests do not show the cause. */
  readonly cause?: string;
  readonly killer?: string;
  /** Number of answers of each kind, 0 in an imported game; the engine did not use the `lost` ones. */
  readonly moved: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  /** Answers that the engine probably did not use; absent if 0. */
  readonly unlikely?: number;
  /** Empty if the game was imported, like `strategy`, `version` and `options`. */
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The last turn on whose board a snake is known to live; `Infinity` if it won. */
export function livedTo({ result, died, turns }: Pick<GameRow, 'result' | 'died' | 'turns'>): number {
  if (result === 'win') return Infinity;
  return died === undefined ? turns : died - 1;
}

/** The prefix of the snake that played the game; in an experiment, of the variant. */
export function askedSnakeOf(
  { snake, experiment, variant }: GameRow,
  experiments: readonly Readonly<Record<'name' | 'base' | 'candidate', string>>[],
): string {
  const played = experiments.find(({ name }) => name === experiment);
  if (played === undefined) return snake;
  return variant === 'candidate' ? played.candidate : played.base;
}

/** One turn of a game as stored. Times in ms. */
export interface TurnRow {
  readonly turn: number;
  /** In ms since 1970. */
  readonly at: number;
  readonly body: string;
  readonly answer: TurnAnswer;
  readonly budget?: number | undefined;
  readonly overhead?: number | undefined;
  /** What the next request showed about the answer; absent if none came. */
  readonly feedback?: AnswerFeedback | undefined;
  /** The answer of a shadow experiment's candidate. */
  readonly shadow?: ShadowAnswer | undefined;
}

/**
 * The one shape of a recorded game, as one of its snakes played it: of the journal, or of a file or an engine, where
 * `id` is the engine's id and `snake` the name of the snake.
 */
export interface FullGameRow extends GameRow {
  /** The path of its file; absent in the journal. */
  readonly file?: string;
  /** In order. Turns that could not be kept are missing. */
  readonly list: readonly TurnRow[];
  /** The `/end`; in a file the first board on which the snake is dead, or the last one. */
  readonly end?: string;
  /** The last result of `analyse`; absent if there is none. */
  readonly analysis?: GameAnalysis | undefined;
}

export const USES = ['yes', 'no', 'unlikely', 'unknown'] as const;

/**
 * Whether the engine used our answer. `unlikely`: the snake went where it would have gone anyway, and the engine
 * reports a timeout, so the turn is probably lost. `unknown`: the next request leaves it open.
 */
export type Used = (typeof USES)[number];

/** The shadow candidate's answer to a turn that the base had answered. `took` in ms. */
export type ShadowAnswer =
  | { readonly kind: 'moved'; readonly move: Direction; readonly took: number }
  | { readonly kind: 'late' | 'failed' | 'illegal'; readonly reason: string; readonly took: number }
  /** There was no time to ask. */
  | { readonly kind: 'skipped' };

/**
 * A snake's step in an imported game, as the engine's frames show it. Its answer, reason and time are unknown: the
 * engine may have repeated an earlier move.
 */
export interface ImportedStep {
  readonly kind: 'seen';
  /** Absent in a file that does not show it. */
  readonly move?: Direction;
  readonly shout?: string;
  readonly took?: undefined;
  /** Engines show none. */
  readonly note?: CleanNote;
}

/** A snake's turn: the answer of a mounted snake, or the step of a snake in an imported game. */
export type TurnAnswer = Answer | ImportedStep;

/** All values of {@link ImportUnknown}, in display order. */
export const IMPORT_UNKNOWNS = [
  'strategy',
  'answers',
  'times',
  'moment',
  'ruleset',
  'settings',
  'squads',
  'map',
  'timeout',
  'turns',
  'end',
] as const;

/**
 * What the source of an imported game lacks. `strategy`: which strategy played; `answers`: the snake's answers and
 * their reasons, beyond its steps; `times`: budgets, and how long answers took; `moment`: when the game was played;
 * `ruleset`, `settings`, `map`, `timeout`: assumed to be the defaults; `squads`: the rules of squads; `turns`: some are
 * missing; `end`: how the game ended.
 */
export type ImportUnknown = (typeof IMPORT_UNKNOWNS)[number];

/** The source of an imported game, and the facts that it lacks. */
export interface ImportNote {
  /** The URL or file. */
  readonly from: string;
  readonly unknown: readonly ImportUnknown[];
}

/** What the request after an answer showed about it. `latency` is the engine's, in ms; empty if it measured none. */
export interface AnswerFeedback {
  readonly used: Used;
  readonly latency: string;
}
