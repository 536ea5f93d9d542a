/** Who plays the games of a contest: processes of this machine, or the workers of a queue. */
import type { Contest } from '../../arena/contest/contest.js';
import type { GameRecord } from '../../arena/contest/game-record.js';
import type { Pairing } from '../../arena/contest/pairing.js';
import type { GamePlayer } from '../../arena/contest/play-contest.js';
import type { KeptContest } from '../../arena/contest/saved-contest.js';
import type { WorkerCounts, WorkerRow } from '../../page/api/contests.js';
import type { QueueTarget } from './queue-flags.js';

/** What is played, and where. */
export interface ContestGamesOptions {
  readonly contest: Contest;
  readonly kept: Pick<KeptContest<unknown>, 'kind' | 'identity'>;
  /** For people: who plays. */
  readonly title: string;
  /** Games at once on this machine. */
  readonly concurrency: number;
  /** The directory that games are written to, if any. */
  readonly output: string | undefined;
  /** The queue that plays in place of this machine, if any. */
  readonly queue: QueueTarget | undefined;
  /** The candidate's score of a pair, from 0 to 1; absent if the contest has no candidate. */
  scoreOf?(pairings: readonly Pairing[], records: readonly GameRecord[]): number;
}

/** The workers of a queue, as live line, page and report show them. */
export interface ShownFarm {
  readonly counts: () => WorkerCounts;
  /** Those that something is wrong with come first. */
  readonly rows: () => WorkerRow[];
}

/** The games of a contest while it runs. */
export interface ContestGames {
  readonly player: GamePlayer;
  /** The pairs before this one need not be played again, even if this process dies now. */
  readonly counted: (pairs: number) => void;
  /** Ends all games; the player settles what is open with nothing. */
  readonly close: () => Promise<void>;
  /** Why the games ended before the contest, if nobody has closed them. */
  readonly findFailure: () => string | undefined;
  /** Present if they are played on a queue. */
  readonly farm?: ShownFarm;
}
