/** Connections to PostgreSQL that outlast the server: what is asked for while it is away is asked for again later. */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { Backoff, isPassing } from '../../backoff.js';
import { messageOf } from '../../errors.js';
import { cutConnection } from '../../journal/postgres/connection-pool.js';
import { Outage, type OutageListener } from './queue-server.js';

/** Connections for queries at once. */
const MAX_QUERIES = 4;
/** Connections that listen: one for each contest that a worker takes part in. */
const MAX_LISTENERS = 1000;
/** How long closing waits for the server to take leave, in ms. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * A pool as BullMQ uses it: it does with PostgreSQL what its client for Redis does by itself.
 *
 * - Owns two pools, so that connections that listen do not take those for queries.
 * - Guarantees that a query is answered by the server, however long it was away. A query whose answer was lost is sent
 *   again; BullMQ's queries allow that, because each names its job and its lock.
 */
export class RetryingPool {
  readonly options: PoolConfig;
  readonly #queries: Pool;
  readonly #listeners: Pool;
  readonly #outage: Outage;
  readonly #closing = new AbortController();
  readonly #clients = new Set<PoolClient>();
  /** Rejects when the pool is closed: `pg` forgets those that wait for a connection then. */
  readonly #closed: Promise<never>;
  #reportClosed!: (reason: Error) => void;

  constructor(config: PoolConfig, listener: OutageListener) {
    this.options = config;
    this.#queries = new Pool({ ...config, max: MAX_QUERIES });
    this.#listeners = new Pool({ ...config, max: MAX_LISTENERS });
    this.#outage = new Outage(listener);
    this.#closed = new Promise((_, reject) => (this.#reportClosed = reject));
    this.#closed.catch(() => undefined);
    for (const pool of [this.#queries, this.#listeners]) {
      pool.on('error', () => undefined);
      pool.on('connect', (client) => {
        this.#clients.add(client);
        // A query that is under way reports the same.
        client.on('error', () => undefined);
      });
      pool.on('remove', (client) => void this.#clients.delete(client));
    }
  }

  async query(text: string, values?: unknown[]): Promise<QueryResult> {
    return this.#retry(() => this.#queries.query(text, values));
  }

  async connect(): Promise<PoolClient> {
    return this.#retry(() => this.#listeners.connect());
  }

  /** Errors are said once, by the listener of outages. */
  on(): this {
    return this;
  }

  /** Ends all connections. Queries that are under way reject, at the latest when the server has not taken leave. */
  async end(): Promise<void> {
    this.#closing.abort();
    const timer = setTimeout(() => this.#clients.forEach(cutConnection), CLOSE_TIMEOUT_MS);
    await Promise.allSettled([this.#queries.end(), this.#listeners.end()]);
    clearTimeout(timer);
    this.#reportClosed(new Error('the connections to PostgreSQL are closed'));
  }

  async #retry<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#closing;
    for (const backoff = new Backoff(); ;) {
      try {
        const result = await Promise.race([ask(), this.#closed]);
        this.#outage.reachable();
        return result;
      } catch (thrown) {
        if (signal.aborted || !isPassing(thrown)) throw thrown;
        this.#outage.unreachable(messageOf(thrown));
        await wait(backoff.fail(), undefined, { signal });
      }
    }
  }
}
