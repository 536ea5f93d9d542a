/** A kind of contest as one object: all that `compare`, `tournament` and `tune` differ in. */
import type { ContestCall, SavedKind } from '../../arena/contest/contest-file.js';
import type { PlayedReport } from '../../arena/contest/contestant-report.js';
import type { ContestIdentity } from '../../arena/contest/contest-identity.js';
import type { ContestPlan, Pairing, UnusableContestant } from '../../arena/contest/contest.js';
import type { MatchPoint } from '../../arena/contest/match/match-report.js';
import type { ContestTally, PairSchedule } from '../../arena/contest/play-contest.js';
import type { ShownReport } from '../../views/sections.js';
import type { UsageError } from '../../errors/errors.js';
import type { Flag, FlagPart } from '../flags.js';
import type { ContestFlags, ContestPlace } from './contest-flags.js';

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

export interface ContestKind<T extends ContestTypes> extends SavedKind {
  readonly flags: DeclaredFlags;
  /** Throws a `UsageError` with all faults of the call; then nothing is left running. */
  readonly read: (call: ContestCall<T['flags']>) => Promise<ReadContest<T['plan']>>;
  /** The contestants, in a few words. */
  readonly title: (plan: T['plan']) => string;
  /** What must be equal to continue a saved contest. */
  readonly identify: (plan: T['plan']) => ContestIdentity;
  readonly gamesPerPair: (plan: T['plan']) => number;
  readonly schedule: (plan: T['plan']) => PairSchedule<T['tally'], Pairing>;
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

/** A call that was read. */
export interface ReadContest<Plan> {
  readonly plan: Plan;
  readonly place: ContestPlace;
  /** Values that are saved with the call even if no flag has them. */
  readonly settled: Readonly<Record<string, unknown>>;
  /** What to throw if some contestants cannot be loaded. */
  readonly blame: (unusable: readonly UnusableContestant[]) => UsageError;
  /** Stops the servers that were started for its contestants. */
  readonly close: () => Promise<void>;
}
