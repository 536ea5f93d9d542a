/** One process that plays games of a match, with the jobs it was given and the eye that is kept on it. */
import { END_ALLOWANCE, START_ALLOWANCE } from '../snakes/runner.js';
import { SupervisedChild } from '../snakes/supervised-child.js';
import { BlackBox, type CallName, type Mark } from './black-box.js';
import type { GameRecord } from './game-record.js';
import { isFromMatchChild, type FromMatchChild, type ToMatchChild } from './match-messages.js';
import type { MatchTerms } from './match-terms.js';
import type { GamePlan } from './pairing.js';

/** Importing the strategies may take this long, in ms. */
const LOAD_ALLOWANCE = 10_000;
/** A call that is over its time by this much does not come back, in ms. Far more than a busy machine holds up a process. */
export const STALL_GRACE = 1000;

const ALLOWANCES = { start: START_ALLOWANCE, move: 0, end: END_ALLOWANCE };

/** Games to be played in one go by one process. */
export interface Job {
  readonly plans: readonly GamePlan[];
  readonly done: (records: readonly GameRecord[]) => void;
}

export interface HandTerms {
  readonly terms: MatchTerms;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly output: string | undefined;
  /** A job is done. */
  readonly idle: () => void;
  /** The process is gone without being told to go; `mark` is about the first of `jobs`, if one was made of it. */
  readonly died: (reason: string, jobs: readonly Job[], mark: Mark | undefined) => void;
  /** The strategies cannot be loaded: that is no fault of a game. */
  readonly broken: (reason: string) => void;
}

export class MatchHand {
  readonly #terms: HandTerms;
  readonly #child: SupervisedChild<ToMatchChild>;
  readonly #box = new BlackBox();
  #jobs: Job[] = [];
  #jobsDone = 0;
  #isLoaded = false;
  /** The mark last seen, and since when it stands, in ms on the clock of `performance.now()`. */
  #seen = { count: -1, since: performance.now() };

  constructor(terms: HandTerms) {
    this.#terms = terms;
    this.#child = new SupervisedChild<ToMatchChild>({
      program: new URL('./match-child.js', import.meta.url),
      env: terms.env,
      memoryMb: terms.memoryMb,
      received: (message) => isFromMatchChild(message) && this.#receive(message),
      exited: (reason, expected) => this.#exit(reason, expected),
    });
    const { contestants, game } = terms.terms;
    const output = terms.output === undefined ? {} : { output: terms.output };
    this.#child.send({
      type: 'load',
      terms: { contestants, game },
      blackBox: this.#box.file,
      folder: this.#box.folder,
      ...output,
    });
  }

  /** Jobs given and not done. */
  get load(): number {
    return this.#jobs.length;
  }

  give(job: Job): void {
    if (this.#jobs.length === 0) this.#seen.since = performance.now();
    this.#jobs.push(job);
    this.#child.send({ type: 'play', plans: job.plans });
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
    return Math.max(this.#terms.terms.game.timeout, ALLOWANCES[call]);
  }

  #receive(message: FromMatchChild): void {
    switch (message.type) {
      case 'loaded':
        this.#isLoaded = true;
        this.#box.hide();
        this.#seen.since = performance.now();
        return;
      case 'broken':
        return this.#terms.broken(message.reason);
      case 'played': {
        if (message.records.length !== this.#jobs[0]?.plans.length) return;
        this.#child.calm();
        this.#jobsDone += 1;
        this.#jobs.shift()!.done(message.records);
        return this.#terms.idle();
      }
    }
  }

  #exit(reason: string, expected: boolean): void {
    const mark = this.#box.read();
    this.#box.close();
    if (expected) return;
    if (!this.#isLoaded) return this.#terms.broken(reason);
    this.#terms.died(reason, this.#jobs, mark?.job === this.#jobsDone ? mark : undefined);
  }
}
