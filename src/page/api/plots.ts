/**
 * What server and browser say to each other about many games: snakes by version, experiments. Moments are in ms since
 * 1970, durations in ms.
 *
 * - `GET api/snakes`: {@link SnakeView}[] of the mounted snakes and of those with games
 * - `GET api/snakes/PREFIX?since=&ruleset=&map=&opponent=`: {@link SnakeStats}; 404 if nothing is known of it
 * - `GET api/experiments`: {@link ExperimentsView}
 */
import type { JournalResult } from '../../journal/game-rows.js';
import type {
  ExperimentVerdict,
  OpponentLine,
  RatingLine,
  ReportLine,
  ShadowLine,
  Share,
} from '../../journal/report/report-lines.js';
import type { ScoreDifference } from '../../stats/confidence-sequence.js';
import type { Interval } from '../../stats/wilson.js';

export type { OpponentLine, RatingLine, Share };

/** A snake in one line. What is absent is not known, because it has no games. */
export interface SnakeView {
  readonly prefix: string;
  /** The names under which it plays; absent if it is not mounted. */
  readonly name?: string;
  readonly strategy?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  readonly isMounted: boolean;
  readonly live: number;
  /** Games that have ended, all versions together. */
  readonly games: number;
  /** How many different codes or options played them. */
  readonly versions: number;
  readonly results?: Readonly<Record<JournalResult, number>>;
  /** Games won among those against other snakes that were not abandoned. */
  readonly winRate?: Share;
  /** Mean of (n − rank) / (n − 1). */
  readonly score?: number;
  /** When its last game began. */
  readonly last?: number;
  readonly answers: number;
  /** Answers that were late, failed or illegal, and those that the engine did not use. */
  readonly fallbacks: number;
  readonly lost: number;
}

/** How many bars of a {@link TimeSpread} there are from one time to its double. */
export const BARS_PER_DOUBLING = 2;

/** Where a time in ms lies on an axis of such bars; the first one begins at 0. */
export function barPosition(ms: number): number {
  return BARS_PER_DOUBLING * Math.log2(1 + ms);
}

/** Times in more detail than percentiles. In ms; the percentiles are absent if nothing was measured. */
export interface TimeSpread {
  readonly count: number;
  readonly p50?: number;
  readonly p90?: number;
  readonly p99?: number;
  readonly longest?: number;
  /** Counts of the times up to `upTo` and above that of the bar before; in ascending order, gaps have bars too. */
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

/** One version of a snake: code, options, version string, and the side of an experiment that it was. */
export interface VersionView extends ReportLine {
  /** When the first and the last of the games of its course began; absent without a course. */
  readonly from?: number;
  readonly to?: number;
  /** At most 24, in the order of time; empty if no game had a rank. */
  readonly course: readonly CoursePoint[];
  /** Our time for an answer, and the latency that the engine measured. */
  readonly times: TimeSpread;
  readonly latencies: TimeSpread;
}

/** All that is plotted of one snake, over its games that have ended. */
export interface SnakeStats {
  readonly snake: string;
  /** The one that played last comes first. */
  readonly versions: readonly VersionView[];
  /** Versions left out, because there are too many: those that played first. */
  readonly moreVersions: number;
  /** The most frequent first. */
  readonly opponents: readonly OpponentLine[];
  readonly moreOpponents: number;
  /** What the platform said of it, a line for each leaderboard and version. */
  readonly ratings: readonly RatingLine[];
  /** The median of the budgets of the newest games; absent if no turns are kept. */
  readonly budget?: number;
}

/** The interval of a live experiment after this many games that count. */
export interface TrailPoint extends ScoreDifference {
  readonly games: number;
}

export interface ExperimentView extends ExperimentVerdict {
  /** The paragraph that `report` prints. */
  readonly sentence: string;
  /** At most 120 points in the order of the games; the last is the verdict's own. Empty without games that count. */
  readonly trail: readonly TrailPoint[];
}

/** A shadow experiment: its candidate is asked as well, and never played. */
export interface ShadowView extends ShadowLine {
  /** The paragraph that `report` prints. */
  readonly sentence: string;
}

export interface ExperimentsView {
  readonly live: readonly ExperimentView[];
  readonly shadows: readonly ShadowView[];
}
