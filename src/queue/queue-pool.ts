/** Plays the pairs of a contest on workers: groups them into jobs, and settles each pair once. */
import type { GameRecord } from '../arena/contest/game-record.js';
import type { WorkerPool } from '../arena/contest/play-contest.js';
import type { Pairing } from '../arena/contest/contest.js';
import { readJobResult, type QueueJob, type WorkerFacts } from './queue-job.js';

/** Queued jobs for each running one, so that a worker never waits. */
const JOBS_PER_PLAYED = 2;
/** Minimum of queued jobs, because workers may join at any time. */
const MIN_JOBS = 8;
/** Target duration of a job, in ms: long enough that the queue costs little, short enough to lose with a worker. */
const JOB_MS = 1500;
/** Most pairs of a job, because its results are one message. */
const MAX_PAIRS = 128;
/** A job has at most this many times the pairs of the one before, because one short game says little. */
const MAX_GROWTH = 4;
/** Weight of a job in the moving average of the time of a pair. */
const WEIGHT = 0.2;

interface OpenPair {
  readonly pairings: readonly Pairing[];
  readonly resolve: (records: readonly GameRecord[] | undefined) => void;
  readonly reject: (reason: Error) => void;
}

/** Called once for each pair, with the records that count and the worker that reported them. */
export type SettledListener = (records: readonly GameRecord[], worker: WorkerFacts) => void;

/**
 * The games of one contest, played by workers. It has no clock and knows no server: jobs leave through `add`, and
 * results arrive through {@link QueuePool.played}.
 */
export class QueuePool implements WorkerPool {
  /** Most finished pairs that wait for an earlier one: about 40 MB. */
  readonly pairsAhead = 20_000;
  readonly #add: (jobs: readonly QueueJob[]) => void;
  readonly #onSettled: SettledListener;
  /** Pairs that are in no job, in the order of the calls. */
  #waiting: OpenPair[] = [];
  readonly #jobs = new Map<string, readonly OpenPair[]>();
  #added = 0;
  #maxJobs = MIN_JOBS;
  #pairsPerJob = 1;
  /** In ms; `undefined` before the first result. */
  #msPerPair: number | undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(add: (jobs: readonly QueueJob[]) => void, onSettled: SettledListener = () => undefined) {
    this.#add = add;
    this.#onSettled = onSettled;
  }

  /** Rejects if workers cannot play the pair. */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ pairings, resolve, reject });
      this.#flushSoon();
    });
  }

  /** Takes a worker's result of a job. Pairs with a damaged result are played again. */
  played(jobId: string, value: unknown): void {
    const pairs = this.#jobs.get(jobId);
    if (pairs === undefined || this.#isClosed) return;
    this.#jobs.delete(jobId);
    const result = readJobResult(
      value,
      pairs.map(({ pairings }) => pairings),
    );
    if (result === undefined) this.#waiting.unshift(...pairs);
    else {
      this.#size(pairs.length, result.took);
      pairs.forEach(({ resolve }, index) => {
        this.#onSettled(result.records[index]!, result.worker);
        resolve(result.records[index]);
      });
    }
    this.#flushSoon();
  }

  /** Rejects the pairs of a job that no worker can play. */
  failed(jobId: string, reason: string): void {
    const pairs = this.#jobs.get(jobId) ?? [];
    this.#jobs.delete(jobId);
    for (const { pairings, reject } of pairs) {
      reject(new Error(`no worker can play pair ${pairings[0]!.pair}: ${reason}`));
    }
  }

  /** Takes the number of running jobs: the more, the more are queued. */
  active(jobs: number): void {
    this.#maxJobs = Math.max(MIN_JOBS, JOBS_PER_PLAYED * jobs);
    this.#flushSoon();
  }

  /** Settles all open pairs without a result. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of [...this.#waiting, ...[...this.#jobs.values()].flat()]) resolve(undefined);
    this.#waiting = [];
    this.#jobs.clear();
  }

  #size(pairs: number, took: number): void {
    const latest = took / pairs;
    this.#msPerPair = this.#msPerPair === undefined ? latest : (1 - WEIGHT) * this.#msPerPair + WEIGHT * latest;
    const wanted = Math.floor(JOB_MS / Math.max(this.#msPerPair, 0.01));
    this.#pairsPerJob = Math.max(1, Math.min(wanted, MAX_PAIRS, MAX_GROWTH * pairs));
  }

  /** Pairs are requested one by one, and queued together once all of them are here. */
  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const jobs: QueueJob[] = [];
    while (this.#waiting.length > 0 && this.#jobs.size < this.#maxJobs) {
      const pairs = this.#waiting.splice(0, this.#pairsPerJob);
      const id = `job-${++this.#added}`;
      this.#jobs.set(id, pairs);
      jobs.push({ id, pairs: pairs.map(({ pairings }) => pairings) });
    }
    if (jobs.length > 0) this.#add(jobs);
  }
}
