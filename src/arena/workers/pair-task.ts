/** The games of one pair in the worker pool. */
import type { GameRecord } from '../contest/game-record.js';
import type { Pairing } from '../contest/contest.js';
import type { TracedCall } from './call-trace.js';

/**
 * The games of a pair, with the records of finished ones. It owns the promise that {@link WorkerPool.play} returns:
 * `result` settles once. A game that has a record is never played again.
 */
export class PairTask {
  /** The records in the order of the pairings; `undefined` if the task was cancelled. */
  readonly result: Promise<readonly GameRecord[] | undefined>;
  /** Deaths of a worker between two calls of this task: no strategy is to blame. */
  unexplainedDeaths = 0;
  /**
   * A strategy has misused the channel of a worker that played this task. When it is played again, the worker announces
   * each call on the channel, which shows whose call it was.
   */
  isWatched = false;
  readonly #pairings: readonly Pairing[];
  readonly #records: (GameRecord | undefined)[];
  #resolve!: (records: readonly GameRecord[] | undefined) => void;
  #reject!: (reason: Error) => void;

  constructor(pairings: readonly Pairing[]) {
    this.#pairings = pairings;
    this.#records = pairings.map(() => undefined);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get remaining(): readonly Pairing[] {
    return this.#pairings.filter((_, index) => this.#records[index] === undefined);
  }

  /** Adds the records of all remaining games, in order, and settles the task. */
  complete(records: readonly GameRecord[]): void {
    let next = 0;
    this.#resolve(this.#records.map((record) => record ?? records[next++]!));
  }

  /** Counts the game of this call as crashed. Returns whether the task has such a game. */
  addCrash({ game, seat }: TracedCall, reason: string): boolean {
    const index = this.#pairings.findIndex((pairing) => pairing.game === game);
    if (index < 0) return false;
    this.#records[index] = { kind: 'crashed', seat, reason };
    return true;
  }

  /** Settles the task if all games have a record; returns whether they do. */
  settleIfComplete(): boolean {
    const records = this.#records.filter((record) => record !== undefined);
    if (records.length < this.#records.length) return false;
    this.#resolve(records);
    return true;
  }

  /** Settles without records. */
  cancel(): void {
    this.#resolve(undefined);
  }

  fail(reason: Error): void {
    this.#reject(reason);
  }
}
