/** The processes that play the games of a match: one for each core, each with work ahead, replaced when one dies. */
import type { GameRecord } from '../match/game-record.js';
import { MatchWorker, type MatchWorkerOptions, type PairTask } from './match-worker.js';
import type { TracedCall } from './call-trace.js';
import type { Pairing } from '../match/pairing.js';

/** Jobs that a process is given at once: it takes up the next while the last one's result is on its way. */
const AHEAD = 3;
/** How often it is looked at whether all get on, in ms. */
const CHECK_INTERVAL = 50;
/** Deaths between calls, where no strategy can be blamed, that the games of one pair may see. */
const UNEXPLAINED_DEATHS = 3;

export interface MatchWorkerPoolOptions extends Pick<MatchWorkerOptions, 'match' | 'env' | 'memoryMb' | 'output'> {
  /** Processes at once. */
  readonly concurrency: number;
}

/** Games to be played, and those of them that have been. */
interface Task {
  readonly plans: readonly Pairing[];
  /** By the plan's place. */
  readonly records: (GameRecord | undefined)[];
  readonly resolve: (records: readonly GameRecord[] | undefined) => void;
  readonly reject: (reason: Error) => void;
  unexplained: number;
}

export class MatchWorkerPool {
  readonly #options: MatchWorkerPoolOptions;
  readonly #hands: (MatchWorker | undefined)[];
  readonly #queue: Task[] = [];
  readonly #open = new Set<Task>();
  readonly #tasks = new Map<PairTask, Task>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: MatchWorkerPoolOptions) {
    this.#options = options;
    this.#hands = Array.from({ length: options.concurrency }, () => undefined);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL);
  }

  /**
   * Plays games, in one process unless it dies. Resolves with their records in the order of the plans, or with nothing
   * where the crew was closed before. Rejects where it is neither a strategy's move nor the network that went wrong.
   */
  play(plans: readonly Pairing[]): Promise<readonly GameRecord[] | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const task = { plans, records: plans.map(() => undefined), resolve, reject, unexplained: 0 };
      this.#open.add(task);
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  /** Ends all processes at once. What is being played is lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const task of this.#open) task.resolve(undefined);
    this.#open.clear();
    this.#queue.length = 0;
    await Promise.all(this.#hands.map(async (hand) => hand?.close()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const slot = this.#leastBusy();
      if ((this.#hands[slot]?.pending ?? 0) >= AHEAD) return;
      this.#give(slot, this.#queue.shift()!);
    }
  }

  #leastBusy(): number {
    const loads = this.#hands.map((hand) => hand?.pending ?? 0);
    return loads.indexOf(Math.min(...loads));
  }

  #give(slot: number, task: Task): void {
    const hand = (this.#hands[slot] ??= this.#hire(slot));
    const missing = task.plans.flatMap((_, index) => (task.records[index] === undefined ? [index] : []));
    const job: PairTask = {
      pairings: missing.map((index) => task.plans[index]!),
      done: (records) => {
        this.#tasks.delete(job);
        missing.forEach((index, place) => (task.records[index] = records[place]));
        this.#settle(task);
      },
    };
    this.#tasks.set(job, task);
    hand.submit(job);
  }

  #hire(slot: number): MatchWorker {
    return new MatchWorker({
      ...this.#options,
      idle: () => this.#dispatch(),
      broken: (reason) => this.#fail(reason),
      died: (reason, jobs, mark) => {
        this.#hands[slot] = undefined;
        this.#bury(reason, jobs, mark);
      },
    });
  }

  /** The game that was being played is over; the rest of its pair and the jobs behind it go to others. */
  #bury(reason: string, jobs: readonly PairTask[], mark: TracedCall | undefined): void {
    const tasks = jobs.map((job) => this.#tasks.get(job)!);
    for (const job of jobs) this.#tasks.delete(job);
    const [cut] = tasks;
    const crashed = cut?.plans.findIndex(({ game }) => game === mark?.game) ?? -1;
    if (cut !== undefined && mark !== undefined && crashed >= 0) {
      cut.records[crashed] = { kind: 'crashed', seat: mark.seat, reason };
    } else if (cut !== undefined && ++cut.unexplained >= UNEXPLAINED_DEATHS) {
      return this.#fail(`${reason}, ${UNEXPLAINED_DEATHS} times over, while no strategy was being called`);
    }
    this.#queue.unshift(...tasks.filter((task) => !this.#settle(task)));
    this.#dispatch();
  }

  /** Hands the records over if they are complete; returns whether they were. */
  #settle(task: Task): boolean {
    const records = task.records.filter((record) => record !== undefined);
    if (records.length < task.plans.length) return false;
    this.#open.delete(task);
    task.resolve(records);
    return true;
  }

  #fail(reason: string): void {
    for (const task of this.#open) task.reject(new Error(`a process that plays games came to nothing: ${reason}`));
    void this.close();
  }

  #check(): void {
    const now = performance.now();
    for (const hand of this.#hands) hand?.check(now);
  }
}
