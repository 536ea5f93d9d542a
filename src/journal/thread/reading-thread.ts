/** A thread that answers queries of a journal. Owned by `thread-journal.ts`, which has one for long queries. */
import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import { JournalUnavailable } from '../journal-unavailable.js';
import type { JsonOf } from '../journal.js';
import type { Query } from '../query.js';
import type { FromReader, ToReader } from './messages.js';

/**
 * Owns one thread from the first query on, and the queries that it has not answered. Guarantees that every query is
 * answered, or rejected with a {@link JournalUnavailable}. When its thread has died, the next query starts another.
 */
export class ReadingThread {
  readonly #start: () => Worker;
  readonly #queries = new Map<
    number,
    { resolve: (json: string | undefined) => void; reject: (error: Error) => void }
  >();
  #thread: Worker | undefined;
  #lastQuery = 0;
  #isClosed = false;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Resolves with the JSON of the result. */
  ask<Argument, Result>({ name }: Query<Argument, Result>, argument: Argument): Promise<JsonOf<Result>> {
    if (this.#isClosed) return Promise.reject(new JournalUnavailable('it is closed'));
    const thread = (this.#thread ??= this.#open());
    const id = ++this.#lastQuery;
    const message: ToReader = { id, name, argument };
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- the origin is for windows
    thread.postMessage(message);
    return new Promise((resolve, reject) => {
      this.#queries.set(id, { resolve: (json) => resolve(json as JsonOf<Result>), reject });
    });
  }

  /** The file that it reads is no longer the journal. */
  async restart(): Promise<void> {
    await this.#thread?.terminate();
  }

  /** From now on, queries are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  #open(): Worker {
    const thread = this.#start();
    let reason = 'it has ended';
    thread.on('message', (message: FromReader) => this.#onMessage(message));
    thread.on('error', (error) => (reason = messageOf(error)));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const id of this.#queries.keys()) this.#take(id)?.reject(new JournalUnavailable(reason));
    });
    return thread;
  }

  #onMessage(message: FromReader): void {
    if (message.type === 'result') this.#take(message.id)?.resolve(message.json);
    else this.#take(message.id)?.reject(new JournalUnavailable(message.reason));
  }

  #take(id: number) {
    const query = this.#queries.get(id);
    this.#queries.delete(id);
    return query;
  }
}
