/** What a report says, line by line. The page's API derives its views from these types: they import no database. */
import type { ScoreDifference } from '../../stats/confidence-sequence.js';
import type { LateCause } from '../../wire/responses.js';
import type { Interval } from '../../stats/wilson.js';

/** A share of games or turns with its 95 % interval. */
export interface Share extends Interval {
  readonly share: number;
}

/** Percentiles in ms; absent if nothing was measured. */
export interface Percentiles {
  readonly p50?: number;
  readonly p99?: number;
}

/** One version of a strategy at one prefix. Times in ms. */
export interface ReportLine {
  readonly snake: string;
  readonly experiment: string;
  readonly variant: string;
  /** Empty for imported games: they have a line of their own, without answers and times. */
  readonly strategy: string;
  readonly version: string;
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Games that have ended. */
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly abandoned: number;
  /** Games whose result the requests that arrived do not show. */
  readonly unknown: number;
  /** Games that the snake played alone to their end. */
  readonly solo: number;
  /** Share of games won among those against other snakes that were not abandoned, with its 95 % interval. */
  readonly winRate?: Share;
  /** Mean of (n − place) / (n − 1). */
  readonly score?: number;
  /** Mean turn on which games ended for the snake. */
  readonly length: number;
  /** All answers, those that were late, failed or illegal, and those that the engine did not use, or probably not. */
  readonly answers: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  readonly unlikely: number;
  /** Our time for an answer, and the latency that the engine measured. */
  readonly took: Percentiles;
  readonly latency: Percentiles;
  /** Number of deaths by cause, the most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
}

/** What made answers of one snake late, in the newest games that had some. */
export interface LateLine {
  readonly snake: string;
  /** The number of these games. */
  readonly games: number;
  /** Number of late answers. */
  readonly causes: Readonly<Record<LateCause, number>>;
}

/** One snake's games in which an opponent of this name took part, all versions of the snake together. */
export interface OpponentLine {
  readonly snake: string;
  readonly opponent: string;
  /** Games that have ended. The results are those of the snake, whichever of its opponents won. */
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly abandoned: number;
  readonly unknown: number;
  /** Share of games won among those that were not abandoned, with its 95 % interval. */
  readonly winRate?: Share;
  /** Mean of (n − place) / (n − 1). */
  readonly score?: number;
}

/** A snake on a leaderboard at a moment. Kept only where something has changed since the one before. */
export interface Rating {
  /** In ms since 1970. */
  readonly at: number;
  /** Its prefix. */
  readonly snake: string;
  /** The name of the leaderboard. */
  readonly leaderboard: string;
  /** The version that the snake's server named then; empty if it named none. */
  readonly version: string;
  /** As the platform shows it: the higher, the better. */
  readonly score: number;
  /** Absent while the snake has played too few games for one. */
  readonly rank?: number | undefined;
  /** Games that it has played there. */
  readonly games: number;
}

/** What the platform said last of a snake on a leaderboard while it had one version. */
export interface RatingLine extends Omit<Rating, 'at'> {
  /** When it had that version first and last, as far as the platform was asked, in ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** The last score of the version before it. */
  readonly before?: number;
}

/** One shadow experiment, over its games that have ended. */
export interface ShadowLine {
  readonly snake: string;
  readonly experiment: string;
  readonly games: number;
  /** Turns on which the candidate was asked; `skipped` are those on which there was no time to ask it. */
  readonly turns: number;
  readonly skipped: number;
  /** Turns on which it was asked and gave no move. */
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  /** Moves that were the base's answer too, and their share; its 95 % interval assumes independent turns. */
  readonly agreed: number;
  readonly agreement?: Share;
  readonly took: Percentiles;
  /** Other moves of the candidate that would certainly have led to death, on turns that the base survived. */
  readonly wouldHaveDied: number;
  /** Other moves of the candidate that would certainly have been survived, on turns on which the base died. */
  readonly wouldHaveLived: number;
}

/** Games of an experiment that do not count, because one of its sides has changed since. */
export interface SidesChange {
  /** Number of games. */
  readonly earlier: number;
  /** What has changed on which side; empty if that is not known. */
  readonly changes: readonly string[];
}

/** What an experiment says so far. */
export type Decision = 'candidate is better' | 'base is better' | 'undecided';

/**
 * The verdict on one experiment, over the games of the two sides that it has now. A change of its split begins another
 * comparison.
 */
export interface ExperimentVerdict extends ScoreDifference, SidesChange {
  readonly snake: string;
  readonly experiment: string;
  readonly split: number;
  /** Games of each variant that count. */
  readonly base: number;
  readonly candidate: number;
  /** Their mean scores. The difference is adjusted, and not that of these two. Absent unless both have games. */
  readonly means?: { readonly base: number; readonly candidate: number };
  /** Games that began after one that is still under way: they count when that one has ended. */
  readonly waiting: number;
  /** Games under way for longer than any that has ended took. The interval covers whatever comes of them. */
  readonly overdue: number;
  readonly decision: Decision;
  /**
   * About how many more games will decide, if the difference stays as it is. Absent if decided, if too few games count
   * to say so, or if too many are needed.
   */
  readonly needed?: number;
}

/** A verdict, and how many games the experiment also has as a shadow experiment; those never count. */
export interface ReportedVerdict extends ExperimentVerdict {
  readonly shadow: number;
}

/** How much a report is about: several snakes of a host may play in one game. */
export interface ReportTotals {
  /** Games that have ended, each once. */
  readonly games: number;
  /** Our snakes in them. */
  readonly seats: number;
}

export interface Report {
  readonly totals: ReportTotals;
  readonly lines: readonly ReportLine[];
  readonly verdicts: readonly ReportedVerdict[];
  readonly shadows: readonly ShadowLine[];
  readonly late: readonly LateLine[];
  readonly opponents: readonly OpponentLine[];
  readonly ratings: readonly RatingLine[];
}
