/**
 * The API between server and browser about many games: snakes by version, experiments. Moments are in ms since 1970,
 * durations in ms.
 *
 * - `GET api/snakes`: {@link SnakeView}[] of all snakes that are mounted or have games
 * - `GET api/snakes/PREFIX?since=&ruleset=&map=&opponent=`: {@link SnakeStats}; 404 if it is unknown
 * - `GET api/experiments`: {@link ExperimentsView}
 */
import type { JournalResult } from './game-rows.js';
import type {
  ExperimentVerdict,
  HeldSplit,
  OpponentLine,
  RatingLine,
  ReportLine,
  ShadowLine,
  Share,
} from './report-lines.js';
import type { ScoreDifference } from '../stats/confidence-sequence.js';
import type { Interval } from '../stats/normal.js';

export type { OpponentLine, RatingLine, Share };

/** A snake in one line. Fields are absent without games. */
export interface SnakeView {
  readonly prefix: string;
  /** The names under which it plays; absent if it is not mounted. */
  readonly name?: string;
  readonly strategy?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  readonly isMounted: boolean;
  readonly live: number;
  /** Finished games, all versions together. */
  readonly games: number;
  /** Number of different codes or options that played them. */
  readonly versions: number;
  readonly results?: Readonly<Record<JournalResult, number>>;
  /** Share of games won, without solo and abandoned games. */
  readonly winRate?: Share;
  /** Mean of (n − rank) / (n − 1). */
  readonly score?: number;
  readonly last?: number;
  readonly answers: number;
  /** Answers that were late, failed or illegal, or that the engine did not use. */
  readonly fallbacks: number;
  readonly lost: number;
}

/** Bars of a {@link TimeSpread} per doubling of the time. */
export const BARS_PER_DOUBLING = 2;

/** The position of a time in ms on the axis of these bars; the first one begins at 0. */
export function barPosition(ms: number): number {
  return BARS_PER_DOUBLING * Math.log2(1 + ms);
}

/** A distribution of times in ms; the percentiles are absent without measurements. */
export interface TimeSpread {
  readonly count: number;
  readonly p50?: number;
  readonly p99?: number;
  readonly longest?: number;
  /** Counts of the times up to `upTo` and above the previous bar; in ascending order, without gaps. */
  readonly bars: readonly { readonly upTo: number; readonly count: number }[];
}

/** The mean score of consecutive games of one version, from 0 to 1, with its 95 % interval. */
export interface CoursePoint extends Interval {
  /** When the first and the last of them began. */
  readonly from: number;
  readonly to: number;
  readonly games: number;
  readonly wins: number;
  readonly score: number;
}

/** One version of a snake: code, options, version string, and side of an experiment. */
export interface VersionView extends ReportLine {
  /** When the first and the last game of its course began; absent without a course. */
  readonly from?: number;
  readonly to?: number;
  /** At most 24, in the order of time; empty if no game had a rank. */
  readonly course: readonly CoursePoint[];
  /** Our time for an answer. */
  readonly times: TimeSpread;
}

/** The plots of one snake, over its finished games. */
export interface SnakeStats {
  readonly snake: string;
  /** Latest first. */
  readonly versions: readonly VersionView[];
  /** Number of omitted versions: the ones that played first. */
  readonly moreVersions: number;
  /** Most frequent first. */
  readonly opponents: readonly OpponentLine[];
  readonly moreOpponents: number;
  /** The platform's ratings, a line for each leaderboard and version. */
  readonly ratings: readonly RatingLine[];
  /** The median of the budgets in the newest games; absent without recorded turns. */
  readonly budget?: number;
}

/** The interval of a live experiment after this many counted games. */
export interface TrailPoint extends ScoreDifference {
  readonly games: number;
}

export type ExperimentView = ExperimentVerdict & {
  /** The paragraph that `report` prints. */
  readonly sentence: string;
  /** How many games a verdict takes. */
  readonly outlook: string;
  /** At most 120 points in the order of the games; the last is the verdict's. Empty without counted games. */
  readonly trail: readonly TrailPoint[];
};

/** A shadow experiment: its candidate is asked as well, and its moves are never played. */
export interface ShadowView extends ShadowLine {
  /** The paragraph that `report` prints. */
  readonly sentence: string;
}

export interface ExperimentsView {
  readonly live: readonly ExperimentView[];
  readonly shadows: readonly ShadowView[];
  /** Which candidates were stopped or promoted, also before their first game; the latest first. */
  readonly held: readonly HeldSplit[];
}
