/** Answers queries of a journal in a reading thread. Used by `thread-main.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { Backoff } from '../../backoff.js';
import { withoutSecrets } from '../../service-url.js';
import { messageOf } from '../../errors.js';
import { isUnavailable } from '../is-unavailable.js';
import { isServerAddress } from '../address.js';
import { SqlJournal } from '../sql-journal.js';
import type { FromThread, JournalQuery } from './messages.js';

/** Most queries of a database that wait at once; a file answers one after the other. */
const MAX_QUERIES = 50;
/** Longest time for a query of a database, in ms. */
const QUERY_TIMEOUT_MS = 60_000;
/** A database that has not answered any query for this long is not asked until one is answered, in ms. */
const SILENCE_MS = 5000;
/** How long a database is not asked after it could not be reached, in ms. */
const PAUSES = { least: 500, most: 3000 };

/**
 * Owns the connection of a reading thread.
 *
 * Guarantees that every query is answered or refused. While a database is out of reach, queries are refused at once,
 * but for one now and then that finds out whether it is back: they never pile up.
 */
export class QueryAnswers {
  readonly #address: string;
  readonly #backoff = new Backoff(PAUSES);
  #journal: Promise<SqlJournal> | undefined;
  /** Why the database is not asked now, and until when by the steady clock. */
  #refusal: { readonly reason: string; readonly until: number } | undefined;
  /** When each query that is not answered yet was asked. */
  readonly #asked = new Set<{ readonly at: number }>();
  #answeredAt = performance.now();

  constructor(address: string) {
    this.#address = address;
  }

  /** The answer to a query, as a message to the host. */
  async answer(id: number, query: JournalQuery): Promise<FromThread> {
    try {
      return {
        type: 'result',
        id,
        value: await (isServerAddress(this.#address) ? this.#askServer(query) : this.#ask(query)),
      };
    } catch (thrown) {
      return { type: 'refused', id, reason: withoutSecrets(messageOf(thrown), this.#address) };
    }
  }

  async #ask({ method, argument }: JournalQuery): Promise<unknown> {
    const opening = (this.#journal ??= SqlJournal.read(this.#address));
    const journal = await opening.catch((thrown: unknown) => {
      if (this.#journal === opening) this.#journal = undefined;
      throw thrown;
    });
    const read = journal[method] as (argument: unknown) => Promise<unknown>;
    return read.call(journal, argument);
  }

  async #askServer(query: JournalQuery): Promise<unknown> {
    this.#expectReachable();
    const asked = { at: performance.now() };
    this.#asked.add(asked);
    const timer = new AbortController();
    try {
      const timeout = wait(QUERY_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error(`the database has not answered for ${QUERY_TIMEOUT_MS / 1000} s`);
      });
      const value = await Promise.race([this.#ask(query), timeout]);
      this.#answeredAt = performance.now();
      this.#refusal = undefined;
      this.#backoff.succeed();
      return value;
    } catch (thrown) {
      if (isUnavailable(thrown))
        this.#refusal = { reason: messageOf(thrown), until: performance.now() + this.#backoff.fail() };
      throw thrown;
    } finally {
      timer.abort();
      this.#asked.delete(asked);
    }
  }

  /** Throws if the database is not asked now. */
  #expectReachable(): void {
    const now = performance.now();
    if (this.#refusal !== undefined && (now < this.#refusal.until || this.#asked.size > 0))
      throw new Error(this.#refusal.reason);
    const [oldest] = this.#asked;
    if (this.#asked.size >= MAX_QUERIES) throw new Error('too many queries wait for the database');
    if (oldest !== undefined && now - Math.max(oldest.at, this.#answeredAt) > SILENCE_MS)
      throw new Error('the database does not answer');
  }
}
