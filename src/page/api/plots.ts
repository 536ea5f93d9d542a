/**
 * What server and browser say to each other about many games: snakes by version, experiments. Moments are
 * in ms since 1970, durations in ms. `contests.ts` has the contests of this machine.
 *
 * - `GET api/snakes`: {@link SnakeView}[] of the mounted snakes and of those with games
 * - `GET api/snakes/PREFIX?since=&ruleset=&map=&opponent=`: {@link SnakeStats}; 404 if nothing is known of it
 * - `GET api/experiments`: {@link ExperimentsView}
 */

/** A share of games with its 95 % interval. */
export interface ShareView {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A snake in one line. What is absent is not known, because it has no games. */
export interface SnakeView {
  readonly prefix: string;
  /** The names under which it plays; absent if it is not mounted. */
  readonly name?: string;
  readonly strategy?: string;
  /** `#rrggbb`. */
  readonly color?: string;
  readonly isMounted: boolean;
  /** Games under way. */
  readonly live: number;
  /** Games that have ended, all versions together. */
  readonly games: number;
  /** How many different codes or options played them. */
  readonly versions: number;
  readonly results?: Readonly<Record<'win' | 'draw' | 'loss' | 'abandoned' | 'solo', number>>;
  readonly winRate?: ShareView;
  /** Mean of (n − place) / (n − 1). */
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
  /** How many were measured. */
  readonly count: number;
  readonly p50?: number;
  readonly p90?: number;
  readonly p99?: number;
  readonly longest?: number;
  /** Counts of the times up to `upTo` and above that of the bar before; in ascending order, gaps have bars too. */
  readonly bars: readonly { readonly upTo: number; readonly count: number }[];
}

/** The mean score of consecutive games of one version, with its 95 % interval. */
export interface CourseStep {
  readonly from: number;
  readonly to: number;
  readonly games: number;
  readonly wins: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/** One version of a snake: code, options, version string, and the side of an experiment that it was. */
export interface VersionView {
  readonly strategy: string;
  readonly version: string;
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Empty if it was in none. */
  readonly experiment: string;
  readonly variant: string;
  /** Games that have ended. */
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly abandoned: number;
  readonly solo: number;
  readonly winRate?: ShareView;
  readonly score?: number;
  /** Mean turn on which games ended for the snake. */
  readonly length: number;
  readonly answers: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  /** When the first and the last of the games of its course began; absent without a course. */
  readonly from?: number;
  readonly to?: number;
  /** At most 24, in the order of time. */
  readonly course: readonly CourseStep[];
  /** Our time for an answer, and the latency that the engine measured. */
  readonly times: TimeSpread;
  readonly latencies: TimeSpread;
  /** Number of deaths by cause, the most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
}

/** The games against one opponent. */
export interface OpponentView {
  readonly opponent: string;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly abandoned: number;
  readonly winRate?: ShareView;
  readonly score?: number;
}

/** All that is plotted of one snake. */
export interface SnakeStats {
  readonly snake: string;
  /** The one that played last comes first. */
  readonly versions: readonly VersionView[];
  readonly moreVersions: number;
  /** The most frequent first. */
  readonly opponents: readonly OpponentView[];
  readonly moreOpponents: number;
  /** The median of the budgets of the newest games. */
  readonly budget?: number;
}

/** The interval of a live experiment after so many games. */
export interface EffectPoint {
  readonly games: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** A live experiment, as it grew. */
export interface ExperimentView {
  readonly snake: string;
  readonly experiment: string;
  /** The share of games that the candidate gets. */
  readonly split: number;
  /** Games of each side that count. */
  readonly base: number;
  readonly candidate: number;
  readonly waiting: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly decision: 'candidate is better' | 'base is better' | 'undecided';
  /** About how many more games will decide. */
  readonly needed?: number;
  /** The paragraph that `report` prints. */
  readonly sentence: string;
  /** At most 120 points. */
  readonly trail: readonly EffectPoint[];
}

/** A shadow experiment: its candidate is asked as well, and never played. */
export interface ShadowView {
  readonly snake: string;
  readonly experiment: string;
  readonly games: number;
  readonly turns: number;
  readonly agreement?: ShareView;
  readonly wouldHaveDied: number;
  readonly wouldHaveLived: number;
  /** The paragraph that `report` prints. */
  readonly sentence: string;
}

/** All experiments with games. */
export interface ExperimentsView {
  readonly live: readonly ExperimentView[];
  readonly shadows: readonly ShadowView[];
}
