/** A thread that answers queries of a journal. Owned by `journal-main.ts`, which has one for long queries. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import type { FromReader, ReaderOptions, ToReader } from './messages.js';

/**
 * Owns one thread from the first query on, and the queries that it has not answered. Guarantees that every query is
 * answered or refused. When its thread has died, the next query starts another.
 */
export class ReadingThread {
  readonly #program: URL;
  readonly #options: ReaderOptions;
  readonly #answered: (answer: FromReader) => void;
  readonly #queries = new Set<number>();
  #thread: Worker | undefined;

  /** @param answered called once for each query. */
  constructor(program: URL, options: ReaderOptions, answered: (answer: FromReader) => void) {
    this.#program = program;
    this.#options = options;
    this.#answered = answered;
  }

  ask({ id, name, argument }: ToReader): void {
    const thread = (this.#thread ??= this.#open());
    this.#queries.add(id);
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- the origin is for windows
    thread.postMessage({ id, name, argument } satisfies ToReader);
  }

  #open(): Worker {
    const thread = new Worker(this.#program, { workerData: this.#options });
    let reason = 'its thread has ended';
    thread.on('message', (answer: FromReader) => this.#answer(answer));
    thread.on('error', (error) => (reason = messageOf(error)));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const id of this.#queries) this.#answer({ type: 'refused', id, reason, isDamage: false });
    });
    return thread;
  }

  #answer(answer: FromReader): void {
    if (this.#queries.delete(answer.id)) this.#answered(answer);
  }
}
