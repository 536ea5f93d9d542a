/** Plays the pairs of a contest on workers: makes jobs of them, hands them out ahead, and settles each pair once. */
import type { GameRecord } from '../arena/contest/game-record.js';
import type { WorkerPool } from '../arena/contest/play-contest.js';
import type { Pairing } from '../arena/contest/contest.js';
import { isRecord } from '../kind-of.js';
import { JobSizes } from './job-sizes.js';
import { JobsAway, SettledPairs } from './jobs-away.js';
import type { JobResult, CoordinatorSession, PairRecord, QueueJob, WorkerFacts, WorkerStatus } from './job-queue.js';

/** Jobs that are handed out for each one that the workers play at once: the second waits for the first. */
const JOBS_PER_SLOT = 2;
/** Jobs that are handed out at least: workers may join at any time. */
const MIN_JOBS = 8;
/** A job is late once this many times the jobs that are away have come back since it left. */
const LATE = 2;
/** Most pairs that wait, played, for an earlier one: about 40 MB. */
const MAX_PAIRS_WAITING = 20_000;

/** Called for each pair with the records that count, and with the worker that has reported them. */
export type SettledListener = (played: PairRecord, worker: WorkerFacts) => void;

interface OpenPair {
  readonly pairings: readonly Pairing[];
  readonly resolve: (records: readonly GameRecord[] | undefined) => void;
  readonly reject: (reason: Error) => void;
}

/** A pair in a job of an earlier coordinator that was not asked for yet. */
interface InheritedPair {
  readonly job: QueueJob;
  /** The pairings as JSON. */
  readonly games: string;
  played: JobResult | undefined;
}

/**
 * The games of one contest, played elsewhere.
 *
 * - Owns what was asked for and not answered, and the jobs of the contest in its queue. It has no clock and no timer:
 *   all follows from what it is asked for and what comes in, so that a simulation runs the same code.
 * - Guarantees that each pair is settled once, with the first records that came in, and that a pair of an earlier
 *   coordinator counts only if its games are those asked for.
 * - Never plays a game, and never gives up on a job: the queue gives those of dead workers to others.
 */
export class QueuePool implements WorkerPool {
  readonly #contest: CoordinatorSession;
  readonly #onSettled: SettledListener;
  readonly #sizes = new JobSizes();
  readonly #settled = new SettledPairs();
  /** By number, in their order. */
  readonly #open = new Map<number, OpenPair>();
  /** Pairs that are asked for and in no job, in their order. */
  readonly #unassigned: number[] = [];
  /** Jobs that are not done, and done ones with a pair that was not counted yet. */
  readonly #jobs = new Map<string, QueueJob>();
  readonly #away = new JobsAway();
  /** Pairs of an earlier coordinator's jobs, until they are asked for. */
  readonly #inherited = new Map<number, InheritedPair>();
  /** Its jobs with other games than those asked for. */
  readonly #refused = new Set<string>();
  #slots = 0;
  #more: () => void = () => undefined;
  #isFlushing = false;
  #isClosed = false;

  constructor(contest: CoordinatorSession, onSettled: SettledListener = () => undefined) {
    this.#contest = contest;
    this.#onSettled = onSettled;
    for (const job of contest.left.toSorted((a, b) => lastPairOf(a) - lastPairOf(b))) this.#inherit(job);
  }

  /** Rejects if workers cannot play the pair. */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const { pair } = pairings[0]!;
    return new Promise((resolve, reject) => {
      this.#open.set(pair, { pairings, resolve, reject });
      this.#settled.begin(pair);
      if (!this.#takeInherited(pair, pairings)) this.#assignLater(pair);
      this.#flushSoon();
    });
  }

  /** As many as keep all workers busy, and as many more as wait for an earlier one. */
  get pairsAhead(): number {
    return Math.min(this.#settled.waiting, MAX_PAIRS_WAITING) + this.#maxJobs * this.#sizes.pairs;
  }

  onRoom(more: () => void): void {
    this.#more = more;
  }

  /** The pairs before this one are counted, and need not be played again: their results leave the queue. */
  counted(pairs: number): void {
    const done: string[] = [];
    // Jobs begin in the order of their pairs.
    for (const job of this.#jobs.values()) {
      if (lastPairOf(job) >= pairs) break;
      done.push(job.id);
    }
    this.#drop(done);
  }

  /** Takes what a worker reports. Pairs that are settled already are not settled again. */
  played(result: JobResult): void {
    if (this.#isClosed) return;
    const known = this.#jobs.get(result.jobId);
    if (known === undefined) {
      // Nobody waits for it: it was counted, and a worker has reported it once more.
      void this.#contest.remove([result.jobId]);
      return;
    }
    if (!isComplete(result, known)) {
      this.#playAgain(known);
      return;
    }
    if (this.#away.comeBack(known.id)) this.#sizes.note(result.pairs.length, result.took);
    for (const played of result.pairs) this.#take(played, result);
    this.#hurry();
    this.#flushSoon();
    this.#more();
  }

  /** Nobody can play the job: the pairs in it reject. */
  failed(jobId: string, reason: string): void {
    const known = this.#jobs.get(jobId);
    if (known === undefined || !this.#away.has(jobId)) return;
    this.#drop([jobId]);
    for (const [first] of known.pairs) {
      const { pair } = first!;
      this.#inherited.delete(pair);
      this.#open.get(pair)?.reject(new Error(`no worker can play pair ${pair}: ${reason}`));
      this.#open.delete(pair);
    }
  }

  /** Takes the list of workers: the more there are, the more jobs are handed out. */
  workers(workers: readonly WorkerStatus[]): void {
    this.#slots = workers.reduce(
      (sum, { facts, state }) => sum + (state.kind === 'playing' ? facts.concurrency : 0),
      0,
    );
    this.#flushSoon();
    this.#more();
  }

  /** Settles all that is open with nothing. Jobs stay in the queue. */
  close(): void {
    this.#isClosed = true;
    for (const { resolve } of this.#open.values()) resolve(undefined);
    this.#open.clear();
  }

  get #maxJobs(): number {
    return Math.max(MIN_JOBS, JOBS_PER_SLOT * this.#slots);
  }

  /** Pairs are asked for one by one: they go out together once all of them are here. */
  #flushSoon(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const jobs: QueueJob[] = [];
    while (this.#unassigned.length > 0 && this.#away.size < this.#maxJobs && !this.#isClosed) {
      jobs.push(this.#nextJob());
    }
    if (jobs.length > 0) void this.#contest.add(jobs);
  }

  /** Late jobs go to other workers, too: all that is played after them waits for their pairs. */
  #hurry(): void {
    const late = this.#away.takeLate(LATE * this.#maxJobs).map((id) => this.#jobs.get(id)!);
    const open = late.map(({ pairs }) => pairs.filter(([first]) => this.#open.has(first!.pair)));
    const copies = open.filter((pairs) => pairs.length > 0).map((pairs) => this.#toJob(pairs, { isUrgent: true }));
    if (copies.length > 0) void this.#contest.add(copies);
  }

  /** The first pairs that follow each other. Towards the end of a contest, jobs become smaller and end together. */
  #nextJob(): QueueJob {
    const share = Math.max(1, Math.floor(this.#open.size / this.#maxJobs));
    const first = this.#unassigned[0]!;
    const run = this.#unassigned.slice(0, Math.min(this.#sizes.pairs, share));
    const gap = run.findIndex((pair, index) => pair !== first + index);
    const pairs = this.#unassigned.splice(0, gap < 0 ? run.length : gap);
    return this.#toJob(pairs.map((pair) => this.#open.get(pair)!.pairings));
  }

  #toJob(pairs: QueueJob['pairs'], more: Pick<QueueJob, 'isUrgent'> = {}): QueueJob {
    const id = this.#freeId(`${pairs[0]![0]!.pair}-${pairs.at(-1)![0]!.pair}`);
    const job: QueueJob = { id, pairs, ...more };
    this.#jobs.set(id, job);
    this.#away.add(id);
    return job;
  }

  /** Pairs are asked for in their order, but for those that are played once more: they come first. */
  #assignLater(pair: number): void {
    let at = this.#unassigned.length;
    while (at > 0 && this.#unassigned[at - 1]! > pair) at--;
    this.#unassigned.splice(at, 0, pair);
  }

  /** Nothing was settled by this job, and nothing will be. */
  #playAgain(job: QueueJob): void {
    for (const [first] of job.pairs) {
      const { pair } = first!;
      if (this.#inherited.get(pair)?.job === job) this.#inherited.delete(pair);
      if (this.#open.has(pair)) this.#assignLater(pair);
    }
    // The queue may still have a job of this name.
    this.#refused.add(job.id);
    this.#drop([job.id]);
    this.#flushSoon();
  }

  /** An earlier coordinator may have left a job with these pairs, but with other games. */
  #freeId(id: string): string {
    let free = id;
    for (let again = 2; this.#jobs.has(free) || this.#refused.has(free); again++) free = `${id}-again-${again}`;
    return free;
  }

  /** Takes a pair of a job that this pool knows. */
  #take(played: PairRecord, result: JobResult): void {
    const inherited = this.#inherited.get(played.pair);
    if (this.#open.has(played.pair)) this.#settle(played, result);
    else if (inherited?.job.id === result.jobId) inherited.played ??= result;
  }

  #settle(played: PairRecord, { worker }: JobResult): void {
    const { resolve } = this.#open.get(played.pair)!;
    this.#open.delete(played.pair);
    this.#settled.add(played.pair);
    this.#onSettled(played, worker);
    resolve(played.records);
  }

  /** Forgets jobs, here and in the queue. */
  #drop(jobIds: readonly string[]): void {
    if (jobIds.length === 0) return;
    for (const id of jobIds) {
      this.#away.delete(id);
      this.#jobs.delete(id);
    }
    void this.#contest.remove(jobIds);
  }

  #inherit(job: QueueJob): void {
    this.#jobs.set(job.id, job);
    this.#away.add(job.id);
    for (const pairings of job.pairs) {
      const { pair } = pairings[0]!;
      this.#inherited.set(pair, { job, games: toGames(pairings), played: undefined });
    }
  }

  /** Whether a job of an earlier coordinator has this pair with the same games. Settles it if it is done. */
  #takeInherited(pair: number, pairings: readonly Pairing[]): boolean {
    const inherited = this.#inherited.get(pair);
    if (inherited === undefined) return false;
    this.#inherited.delete(pair);
    const { job, games, played } = inherited;
    if (games !== toGames(pairings)) {
      for (const [first] of job.pairs) this.#inherited.delete(first!.pair);
      this.#refused.add(job.id);
      this.#drop([job.id]);
      return false;
    }
    const found = played?.pairs.find((one) => one.pair === pair);
    if (played !== undefined && found !== undefined) this.#settle(found, played);
    return true;
  }
}

function lastPairOf({ pairs }: QueueJob): number {
  return pairs.at(-1)![0]!.pair;
}

/** The same for the same games: databases keep the keys of objects in an order of their own. */
function toGames(pairings: readonly Pairing[]): string {
  return JSON.stringify(pairings, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Whether each game of the job is in the result. Results that were damaged on the way have none. */
function isComplete({ pairs }: JobResult, job: QueueJob): boolean {
  const games = new Map(pairs.map(({ pair, records }) => [pair, records.length]));
  return job.pairs.every((pairings) => games.get(pairings[0]!.pair) === pairings.length);
}
