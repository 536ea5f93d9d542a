/**
 * What coordinator and workers of a contest say to each other, and the transport between them. `QueuePool` schedules
 * over it and `QueueWorker` plays; `bullmq/` carries it over Redis or PostgreSQL, and tests simulate it.
 */
import type { GameRecord } from '../arena/contest/game-record.js';
import type { Pairing } from '../arena/contest/contest.js';
import type { WorkerFacts } from '../page/api/contests.js';
import type { ClockRule } from './clock-rule.js';

export type { WorkerFacts } from '../page/api/contests.js';

/** Grows when coordinator and workers no longer understand those before. */
export const QUEUE_PROTOCOL = 2;

/** Consecutive pairs for one worker to play. Plain data. */
export interface QueueJob {
  /** Follows from the numbers of the pairs: `120-123`. */
  readonly id: string;
  /** For each pair its games. */
  readonly pairs: readonly (readonly Pairing[])[];
  /** It is played before those that were added before it: others wait for it. */
  readonly isUrgent?: boolean;
}

/** A pair with the records of its games, in their order. */
export interface PairRecord {
  readonly pair: number;
  readonly records: readonly GameRecord[];
}

/** What a worker reports of a job. Plain data. */
export interface JobResult {
  readonly jobId: string;
  readonly worker: WorkerFacts;
  /** From the first game to the last, in ms. */
  readonly took: number;
  readonly pairs: readonly PairRecord[];
}

/** A worker as the coordinator knows it. `silent`: it has not been heard of for a while, and its jobs go to others. */
export interface WorkerStatus {
  readonly facts: WorkerFacts;
  readonly state:
    { readonly kind: 'playing' } | { readonly kind: 'silent' } | { readonly kind: 'refused'; readonly reason: string };
}

/** A contest as workers first see it: enough to refuse it. Plain data. */
export interface ContestOffer {
  /** Follows from what the games follow from: the same contest has the same id. It names the queue of its jobs. */
  readonly id: string;
  /** The SHA-256 of its descriptor: all that is needed to play it. */
  readonly hash: string;
  readonly protocol: number;
  /** Of the coordinator's Serpentarium. */
  readonly version: string;
  /** For people: who plays. */
  readonly title: string;
  /** The names of environment variables that its strategies ask for. Their values never travel. */
  readonly env: readonly string[];
  readonly clock: ClockRule;
}

export interface CoordinatorListener {
  /** A job was played. May be called twice for one job, and for jobs of an earlier coordinator. */
  readonly played: (result: JobResult) => void;
  /** Nobody will play the job: several workers have tried. */
  readonly failed: (jobId: string, reason: string) => void;
  /** Called whenever the list changes. */
  readonly workers: (workers: readonly WorkerStatus[]) => void;
  /**
   * Another coordinator has taken the contest over, its queue was removed, or the server refuses to keep its jobs:
   * nothing more will come. Called once at most.
   */
  readonly ended: (reason: string) => void;
}

/**
 * A coordinator's session with its contest.
 *
 * Guarantees that a job that was added is played and reported at least once, whichever workers die: a job of a worker
 * that is not heard of goes to another. A result stays in the queue until it is removed. While the server is away,
 * promises wait; what it refuses ends the contest, so that {@link CoordinatorSession.add} and `remove` never reject.
 */
export interface CoordinatorSession {
  /** The jobs that an earlier coordinator of this contest left, played or not. */
  readonly left: readonly QueueJob[];
  add(jobs: readonly QueueJob[]): Promise<void>;
  /** Removes jobs and their results; those that are being played are removed when they are done. */
  remove(jobIds: readonly string[]): Promise<void>;
  /** Ends the contest: removes it from the queue with all that belongs to it. */
  end(): Promise<void>;
}

/** Thrown if another coordinator holds the contest. */
export class ContestTaken extends Error {}

export type JobOutcome =
  | { readonly kind: 'played'; readonly result: JobResult }
  /** It goes to another worker, at once. */
  | { readonly kind: 'returned' }
  /** It could not be played here, because of `reason`. Others try; see {@link CoordinatorListener.failed}. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Plays a job. `signal` aborts when nobody waits for the result any more. */
export type PlayJob = (job: QueueJob, signal: AbortSignal) => Promise<JobOutcome>;

export interface OfferListener {
  /** Called once for each contest, and again after it was withdrawn and offered again. */
  readonly offered: (offer: ContestOffer) => void;
  readonly withdrawn: (contestId: string) => void;
}

/** A contest that a worker takes part in. */
export interface Membership {
  /** Jobs that it takes at once. Fewer do not end those that it has. */
  setConcurrency(jobs: number): void;
  /** Takes no more jobs. Resolves when those that it has are done or returned. */
  leave(): Promise<void>;
}

/** A worker's connection to the queue. While the server is away, promises wait. */
export interface WorkerSession {
  /** The descriptor of a contest; `undefined` if it is gone. */
  read(offer: ContestOffer): Promise<string | undefined>;
  /** Says that this worker does not play, and why. */
  refuse(offer: ContestOffer, reason: string): Promise<void>;
  /** Takes part: `play` is called for jobs from now on. */
  join(offer: ContestOffer, concurrency: number, play: PlayJob): Promise<Membership>;
  /** Removes what the queue knows of the worker. Leave all contests before. */
  close(): Promise<void>;
}

/** A queue of contests: a connection to its server, or a simulation of one. */
export interface JobQueue {
  /**
   * Offers a contest to all workers. `descriptor` is stored once, for those that join. Rejects with
   * {@link ContestTaken} if another coordinator holds the same contest and is alive.
   */
  offer(offer: ContestOffer, descriptor: string, listener: CoordinatorListener): Promise<CoordinatorSession>;
  work(facts: WorkerFacts, listener: OfferListener): Promise<WorkerSession>;
  close(): Promise<void>;
}
