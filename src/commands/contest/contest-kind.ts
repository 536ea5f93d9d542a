/** A kind of contest as one object: all that `compare`, `tournament` and `tune` differ in. */
import type { ContestCall, SavedKind } from '../../arena/contest/contest-file.js';
import type { PlayedReport } from '../../arena/contest/contestant-report.js';
import type { ContestIdentity } from '../../arena/contest/contest-identity.js';
import type { Contestant, ContestPlan, ContestSettings, UnusableContestant } from '../../arena/contest/contest.js';
import type { MatchPoint } from '../../arena/contest/match/match-report.js';
import type { ContestTally, PairSchedule } from '../../arena/contest/play-contest.js';
import type { ShownReport } from '../../views/sections.js';
import type { UsageError } from '../../errors/errors.js';
import type { Flag, FlagPart } from '../flags.js';
import type { LocalName } from '../resolve-snakes.js';
import type { ContestFlags } from './contest-flags.js';

/** The types of a kind. */
export interface ContestTypes {
  readonly flags: ContestFlags;
  readonly plan: ContestPlan;
  readonly tally: ContestTally;
  /** What `--json` prints. */
  readonly report: PlayedReport;
}

/** The flags of a contest, each with its part. */
export type DeclaredFlags = readonly Flag<string, unknown, FlagPart>[];

/** A kind of contest that `--resume` continues. */
export interface ResumableKind<Flags, Tally> extends SavedKind {
  readonly flags: DeclaredFlags;
  /** Never set: it carries the types. */
  readonly types?: () => readonly [Flags, Tally];
}

export interface ContestKind<T extends ContestTypes> extends ResumableKind<T['flags'], T['tally']> {
  /** Throws a `UsageError` with all faults of the call. */
  readonly read: (call: ContestCall<T['flags']>) => ContestEntry<T['plan']>;
  /** The contestants, in a few words. */
  readonly title: (plan: T['plan']) => string;
  /** What must be equal to continue a saved contest. */
  readonly identify: (plan: T['plan']) => ContestIdentity;
  readonly gamesPerPair: (plan: T['plan']) => number;
  readonly schedule: (plan: T['plan']) => PairSchedule<T['tally']>;
  readonly report: (tally: T['tally'], plan: T['plan']) => T['report'];
  /** What terminal and page show. The course is empty without {@link measure}, and in a terminal. */
  readonly show: (report: T['report'], course: readonly MatchPoint[]) => ShownReport;
  readonly measure?: (tally: T['tally'], plan: T['plan']) => MatchPoint;
  /** How it stands, for the progress line. */
  readonly stand: (report: T['report']) => readonly string[];
  /** Estimated pairs until it ends; `undefined` if unknown. */
  readonly pairsLeft: (report: T['report'], plan: T['plan']) => number | undefined;
  /** @param isOver all games were played, or it was decided. */
  readonly exitCode: (report: T['report'], isOver: boolean) => number;
}

/** The contestants of a call before they are found, and the plan with them. */
export interface ContestEntry<Plan> {
  readonly names: readonly LocalName[];
  /** Distinguish contestants of one name. */
  readonly roles?: readonly string[];
  /** Snakes in a game. */
  readonly perGame: number;
  /** Throws a `UsageError` if these contestants make no contest. */
  readonly plan: (found: FoundContestants) => Plan | Promise<Plan>;
  /** Values that are saved with the call even if no flag has them, besides the seed. */
  readonly settled?: Readonly<Record<string, unknown>>;
}

/** What every plan has. */
export interface FoundContestants {
  readonly contestants: readonly Contestant[];
  readonly game: ContestSettings;
  readonly seed: string;
  /** What to throw if some contestants cannot be loaded. */
  readonly blame: (unusable: readonly UnusableContestant[]) => UsageError;
}
