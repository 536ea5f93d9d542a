/** Who plays the games of a contest: processes of this machine, or the workers of a queue. */
import type { Contest } from '../../arena/contest/contest.js';
import type { WorkerPool } from '../../arena/contest/play-contest.js';
import type { ContestHeader } from '../../arena/contest/contest-file.js';
import type { QueueAddress } from '../../queue/queue-server.js';
import type { WorkerShares } from './worker-shares.js';

export interface ContestGamesOptions {
  readonly contest: Contest;
  readonly header: Pick<ContestHeader<unknown>, 'kind' | 'identity'>;
  /** For people: who plays. */
  readonly title: string;
  /** Games at once on this machine. */
  readonly concurrency: number;
  /** The directory that games are written to, if any. */
  readonly output: string | undefined;
  /** The queue that plays in place of this machine, if any. */
  readonly queue: QueueAddress | undefined;
}

export interface ContestGames {
  readonly pool: WorkerPool;
  /** Ends all games; the pool settles what is open with nothing. */
  readonly close: () => Promise<void>;
  /** Why the games ended before the contest, if nobody has closed them. */
  readonly findFailure: () => string | undefined;
  /** The workers of the queue; absent if the games are played on this machine. */
  readonly workers?: WorkerShares;
}
