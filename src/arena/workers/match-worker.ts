/** One process that plays games of a match, with the jobs it was given and the eye that is kept on it. */
import { END_ALLOWANCE, START_ALLOWANCE } from '../../snakes/strategy/runner.js';
import { SupervisedChild } from '../../processes/supervised-child.js';
import { CallTraceReader, type CallName, type TracedCall } from './call-trace.js';
import type { GameRecord } from '../match/game-record.js';
import { isFromMatchWorker, type FromMatchWorker, type ToMatchWorker } from './worker-messages.js';
import type { MatchOptions } from '../match/match-options.js';
import type { Pairing } from '../match/pairing.js';

/** Importing the strategies may take this long, in ms. */
const LOAD_ALLOWANCE = 10_000;
/** A call that is over its time by this much does not come back, in ms. Far more than a busy machine holds up a process. */
export const STALL_GRACE = 1000;

const ALLOWANCES = { start: START_ALLOWANCE, move: 0, end: END_ALLOWANCE };

/** Games to be played in one go by one process. */
export interface PairTask {
  readonly pairings: readonly Pairing[];
  readonly done: (records: readonly GameRecord[]) => void;
}

export interface MatchWorkerOptions {
  readonly match: MatchOptions;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly output: string | undefined;
  /** A job is done. */
  readonly idle: () => void;
  /** The process is gone without being told to go; `mark` is about the first of `jobs`, if one was made of it. */
  readonly died: (reason: string, jobs: readonly PairTask[], mark: TracedCall | undefined) => void;
  /** The strategies cannot be loaded: that is no fault of a game. */
  readonly broken: (reason: string) => void;
}

export class MatchWorker {
  readonly #options: MatchWorkerOptions;
  readonly #child: SupervisedChild<ToMatchWorker>;
  readonly #box = new CallTraceReader();
  #jobs: PairTask[] = [];
  #jobsDone = 0;
  #isLoaded = false;
  /** The mark last seen, and since when it stands, in ms on the clock of `performance.now()`. */
  #seen = { count: -1, since: performance.now() };

  constructor(options: MatchWorkerOptions) {
    this.#options = options;
    this.#child = new SupervisedChild<ToMatchWorker>({
      program: new URL('./worker-main.js', import.meta.url),
      env: options.env,
      memoryMb: options.memoryMb,
      received: (message) => isFromMatchWorker(message) && this.#receive(message),
      exited: (reason, expected) => this.#exit(reason, expected),
    });
    const { contestants, game } = options.match;
    const output = options.output === undefined ? {} : { output: options.output };
    this.#child.send({
      type: 'load',
      options: { contestants, game },
      blackBox: this.#box.file,
      folder: this.#box.folder,
      ...output,
    });
  }

  /** Jobs given and not done. */
  get pending(): number {
    return this.#jobs.length;
  }

  submit(job: PairTask): void {
    if (this.#jobs.length === 0) this.#seen.since = performance.now();
    this.#jobs.push(job);
    this.#child.send({ type: 'play', plans: job.pairings });
  }

  /** Ends the process where it does not get on; to be called again and again. */
  check(now: number): void {
    const mark = this.#box.read();
    const count = mark?.count ?? 0;
    if (count !== this.#seen.count) this.#seen = { count, since: now };
    if (this.#jobs.length === 0) return;
    const stood = now - this.#seen.since;
    if (!this.#isLoaded) {
      if (stood > LOAD_ALLOWANCE) this.#child.kill(`the strategies had not loaded after ${LOAD_ALLOWANCE} ms`);
    } else if (mark !== undefined && stood > this.#allowance(mark.call) + STALL_GRACE) {
      this.#child.kill(`${mark.call} had not returned ${STALL_GRACE} ms after its deadline`);
    }
  }

  async close(): Promise<void> {
    this.#child.kill('the match is over', true);
    await this.#child.gone();
  }

  /** Time that a call may take, in ms. A snake behind a URL has the timeout for any of them. */
  #allowance(call: CallName): number {
    return Math.max(this.#options.match.game.timeout, ALLOWANCES[call]);
  }

  #receive(message: FromMatchWorker): void {
    switch (message.type) {
      case 'loaded':
        this.#isLoaded = true;
        this.#box.unlink();
        this.#seen.since = performance.now();
        return;
      case 'broken':
        return this.#options.broken(message.reason);
      case 'played': {
        if (message.records.length !== this.#jobs[0]?.pairings.length) return;
        this.#child.calm();
        this.#jobsDone += 1;
        this.#jobs.shift()!.done(message.records);
        return this.#options.idle();
      }
    }
  }

  #exit(reason: string, expected: boolean): void {
    const mark = this.#box.read();
    this.#box.close();
    if (expected) return;
    if (!this.#isLoaded) return this.#options.broken(reason);
    this.#options.died(reason, this.#jobs, mark?.job === this.#jobsDone ? mark : undefined);
  }
}
