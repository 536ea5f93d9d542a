/** The lines of a report. The page's API derives its views from these types: they import no database. */
import type { ScoreDifference } from '../stats/confidence-sequence.js';
import type { BadGames } from '../stats/excess.js';
import type { Balance } from '../stats/imbalance.js';
import type { LateCause } from '../wire/responses.js';
import type { Interval } from '../stats/normal.js';

/** A share of games or turns with its 95 % interval. */
export interface Share extends Interval {
  readonly share: number;
}

/** Percentiles in ms; absent without measurements. */
export interface Percentiles {
  readonly p50?: number;
  readonly p99?: number;
}

/** Finished games of a snake by their result. */
export interface ResultCounts {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly abandoned: number;
  /** Games whose result the requests do not show. */
  readonly unknown: number;
  /** Share of games won with its 95 % interval, without solo and abandoned games. */
  readonly winRate?: Share;
  /** Mean of (n − place) / (n − 1). */
  readonly score?: number;
}

/** One version of a strategy at one prefix. Times in ms. */
export interface ReportLine extends ResultCounts {
  readonly snake: string;
  readonly experiment: string;
  readonly variant: string;
  /** Empty for imported games: they have separate lines, without answers and times. */
  readonly strategy: string;
  readonly version: string;
  readonly hash: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Games that the snake played alone to the end. */
  readonly solo: number;
  /** Mean turn on which games ended for the snake. */
  readonly length: number;
  /** All answers; the late, failed and illegal ones; and the ones that the engine did not use, or probably not. */
  readonly answers: number;
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  readonly lost: number;
  readonly unlikely: number;
  /** Our time for an answer, and the engine's latency. */
  readonly took: Percentiles;
  readonly latency: Percentiles;
  /** Number of deaths by cause, the most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
}

/** Causes of one snake's late answers, in the newest games that had some. */
export interface LateLine {
  readonly snake: string;
  readonly games: number;
  /** Number of late answers. */
  readonly causes: Readonly<Record<LateCause, number>>;
}

/**
 * One snake's games against an opponent of this name, all versions of the snake together. Results are the snake's,
 * whichever opponent won.
 */
export interface OpponentLine extends ResultCounts {
  readonly snake: string;
  readonly opponent: string;
  /**
   * Who lasted longer in the games of which our rank shows that: all duels, and those in which we were first or last. A
   * tie is half.
   */
  readonly ahead: { readonly games: number; readonly known: number };
}

/** A snake on a leaderboard at a moment. Only changes are stored. */
export interface Rating {
  /** In ms since 1970. */
  readonly at: number;
  readonly snake: string;
  readonly leaderboard: string;
  /** The version that the snake's server named; empty if it named none. */
  readonly version: string;
  /** The platform's score: higher is better. */
  readonly score: number;
  /** Absent until the snake has played enough games there. */
  readonly rank?: number | undefined;
  /** Games played there. */
  readonly games: number;
}

/** The platform's last rating of a snake on a leaderboard with one version. */
export interface RatingLine extends Omit<Rating, 'at'> {
  /** When the snake was first and last seen with that version, in ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** The last score of the previous version. */
  readonly before?: number;
}

/** One shadow experiment, over finished games. */
export interface ShadowLine {
  readonly snake: string;
  readonly experiment: string;
  readonly games: number;
  /** Turns on which the candidate was asked; on `skipped` ones there was no time. */
  readonly turns: number;
  readonly skipped: number;
  /** Turns on which it was asked and gave no move. */
  readonly late: number;
  readonly failed: number;
  readonly illegal: number;
  /** Moves that equal the base's answer, and their share; the 95 % interval assumes independent turns. */
  readonly agreed: number;
  readonly agreement?: Share;
  readonly took: Percentiles;
  /** Other moves of the candidate that lead to certain death, on turns that the base survived. */
  readonly wouldHaveDied: number;
  /** Other moves of the candidate that certainly survive, on turns on which the base died. */
  readonly wouldHaveLived: number;
}

/** One side of an experiment, as its strategy was loaded. */
export interface Side {
  readonly hash: string;
  /** Empty by default. */
  readonly version: string;
  /** JSON. */
  readonly options: string;
}

/** The comparison of two earlier sides, over the games that the journal still has. A side without games is absent. */
export interface EndedComparison extends ScoreDifference, Pick<SharedVerdict, 'games' | 'decision'> {
  readonly base?: Side | undefined;
  readonly candidate?: Side | undefined;
  /** When the first game began and the last ended, in ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/** How long a verdict takes. */
export interface Forecast {
  /** The latest games of the experiment per day, with any sides; absent for fewer than ten. */
  readonly perDay?: number;
  /** Games in all until differences of these sizes are decided. */
  readonly table: readonly { readonly difference: number; readonly games: number | undefined }[];
}

export type Decision = 'candidate is better' | 'base is better' | 'undecided';

/** The verdict on one experiment, over the games with its present sides. */
export interface SharedVerdict extends ScoreDifference {
  readonly experiment: string;
  /** Counted games. */
  readonly games: number;
  /** Games that began after an unfinished one: they count when that one has ended. */
  readonly waiting: number;
  /** Unfinished games that take longer than any finished one. The interval covers all their possible results. */
  readonly overdue: number;
  /** Games that do not count, because a side has changed since. */
  readonly earlier: number;
  /** The changes, each with its side; empty if unknown. */
  readonly changes: readonly string[];
  readonly decision: Decision;
  /** Games that left the comparison: no result of the side is known. */
  readonly left: Balance;
  /** The verdicts on earlier sides, in the order of their first games. */
  readonly ended: readonly EndedComparison[];
  readonly forecast: Forecast;
  /**
   * Estimated games until a decision, if the difference stays as it is. Absent if decided, if too few games count, or
   * if too many are needed.
   */
  readonly needed?: number;
}

/** Which new games the candidate of a split gets: none while it is stopped, all once promoted, else a share. */
export interface GuardState {
  /** What has stopped it; empty if it is not stopped. */
  readonly guard: string;
  /** Half a sentence with the numbers: why it is stopped or promoted; empty if it is neither. */
  readonly reason: string;
  /** Since when, in ms since 1970; 0 if nothing has changed so far. */
  readonly at: number;
  /** When a person last resumed or promoted it: guards and steps count the games since then. 0 if never. */
  readonly since: number;
  /** The index of the step that is reached, with these two sides. */
  readonly step: number;
  readonly sides: string;
  /** Since when it gets every new game, in ms since 1970; 0 if it does not. */
  readonly promoted: number;
}

/** What a person can do with a split, as in `POST /experiments/NAME/stop` on the admin port. */
export const EXPERIMENT_ACTIONS = ['stop', 'resume', 'promote'] as const;

/** The answer to an action. */
export interface ExperimentChange {
  readonly experiment: string;
  /** Whether the action has changed anything. */
  readonly changed: boolean;
  /** The candidate's share of new games now. */
  readonly share: number;
  readonly state: GuardState;
  /** After a promotion: YAML that makes it permanent. */
  readonly permanent?: string | undefined;
}

/** Which new games the candidate of a split gets, if not its share. */
export interface HeldSplit {
  readonly experiment: string;
  /** Present while it gets none. */
  readonly stopped?: Pick<GuardState, 'guard' | 'reason' | 'at'>;
  /** Present while it gets all. */
  readonly promoted?: Pick<GuardState, 'reason' | 'at'>;
}

/** Each game went to one of two sides behind one URL. */
export interface SplitVerdict extends SharedVerdict, HeldSplit {
  readonly design: 'split';
  readonly snake: string;
  /** The largest share that the candidate gets, unless it is promoted. */
  readonly split: number;
  /** The candidate's share of games when the last drawn one began. */
  readonly share: number;
  /** Finished games of the candidate with that share, since a person has last resumed or promoted it. */
  readonly shareGames: number;
  /** What was decided when a person last resumed or promoted it; absent if nobody has. */
  readonly heeded?: Decision;
  /** The index of the step that is reached, as far as it is recorded. */
  readonly step: number;
  /** All games that were assigned, also unfinished ones. */
  readonly assigned: Balance;
  /** Counted games of each variant. */
  readonly base: number;
  readonly candidate: number;
  /** All finished games of each variant. */
  readonly played: { readonly base: AloneLine; readonly candidate: AloneLine };
  /** Mean scores of the counted ones, without the adjustment of the difference. Absent unless both have games. */
  readonly means?: { readonly base: number; readonly candidate: number };
  readonly guards: readonly GuardLine[];
}

/** Finished and bad games of both sides, since a person has last resumed or promoted the candidate. */
export interface GuardLine {
  readonly guard: 'lost turns' | 'failed turns';
  readonly base: BadGames;
  readonly candidate: BadGames;
  /** See `excessEvidence`: at 200, the guard stops the candidate. */
  readonly evidence: number;
}

/**
 * Each side has its own URL, and games in which both played count: the difference is the share in which the candidate
 * outlived the base, minus the share in which the base outlived it.
 */
export interface SideBySideVerdict extends SharedVerdict {
  readonly design: 'side by side';
  /** The prefix of each side; unknown before its first game. */
  readonly snakes: { readonly base: string | undefined; readonly candidate: string | undefined };
  /** Counted games in which each side outlived the other; in the rest, both fell on the same turn. */
  readonly outlived: { readonly base: number; readonly candidate: number };
  /** Ended games of both that do not count: one seat's result is unknown, or a side had two seats. */
  readonly unknown: number;
  readonly twice: number;
  /** Ended games in which the other side did not play. They decide nothing. */
  readonly alone: { readonly base: AloneLine; readonly candidate: AloneLine };
}

export interface AloneLine {
  readonly games: number;
  /** Absent without a game against others whose result is known. */
  readonly score?: number;
  /** The most frequent opponents first. */
  readonly opponents: readonly { readonly opponent: string; readonly games: number }[];
}

export type ExperimentVerdict = SplitVerdict | SideBySideVerdict;

/** A verdict, and how many games the experiment also has as a shadow experiment; shadow games never count. */
export type ReportedVerdict = (SplitVerdict & { readonly shadow: number }) | SideBySideVerdict;

/** The number of games behind a report: several snakes of a host may play in one game. */
export interface ReportTotals {
  /** Finished games, each counted once. */
  readonly games: number;
  /** Our snakes in them. */
  readonly seats: number;
}

export interface Report {
  readonly totals: ReportTotals;
  /** Finished games that were started on the page: they count nowhere in the report. */
  readonly local: number;
  readonly lines: readonly ReportLine[];
  readonly verdicts: readonly ReportedVerdict[];
  readonly shadows: readonly ShadowLine[];
  readonly late: readonly LateLine[];
  readonly opponents: readonly OpponentLine[];
  readonly ratings: readonly RatingLine[];
}
