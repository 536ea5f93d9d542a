/** Connections to PostgreSQL that outlast the server: what is asked for while it is away is asked for again later. */
import { setTimeout as wait } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { Backoff } from '../../connections/backoff.js';
import { sqlStateOf } from '../../connections/sql-state.js';
import { messageOf } from '../../errors.js';
import { Outage, type OutageListener } from './queue-server.js';

/** Connections for queries at once. */
const MAX_QUERIES = 4;
/** Connections that listen: one for each contest that a worker takes part in. */
const MAX_LISTENERS = 1000;
/** Conditions of PostgreSQL that pass: the connection is lost, or the server starts, stops or is full. */
const PASSING = /^(08|57P0|53300|53400)/;

/**
 * A pool as BullMQ uses it: it does with PostgreSQL what its client for Redis does by itself.
 *
 * - Owns two pools, so that connections that listen do not take those for queries.
 * - Guarantees that a query is answered by the server, however long it was away. A query whose answer was lost is sent
 *   again; BullMQ's queries allow that, because each names its job and its lock.
 */
export class PatientPool {
  readonly options: PoolConfig;
  readonly #queries: Pool;
  readonly #listeners: Pool;
  readonly #outage: Outage;
  readonly #closing = new AbortController();

  constructor(config: PoolConfig, listener: OutageListener) {
    this.options = config;
    this.#queries = new Pool({ ...config, max: MAX_QUERIES });
    this.#listeners = new Pool({ ...config, max: MAX_LISTENERS });
    this.#outage = new Outage(listener);
    for (const pool of [this.#queries, this.#listeners]) pool.on('error', () => undefined);
  }

  async query(text: string, values?: unknown[]): Promise<QueryResult> {
    return this.#patiently(() => this.#queries.query(text, values));
  }

  async connect(): Promise<PoolClient> {
    return this.#patiently(() => this.#listeners.connect());
  }

  /** Errors are said once, by the listener of outages. */
  on(): this {
    return this;
  }

  async end(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([this.#queries.end(), this.#listeners.end()]);
  }

  async #patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#closing;
    for (const backoff = new Backoff(); ;) {
      try {
        const result = await ask();
        this.#outage.back();
        return result;
      } catch (thrown) {
        if (signal.aborted || !isPassing(thrown)) throw thrown;
        this.#outage.lost(messageOf(thrown));
        await wait(backoff.fail(), undefined, { signal });
      }
    }
  }
}

/** An error of a socket or the driver passes: the connection is lost. One of the server may. */
function isPassing(thrown: unknown): boolean {
  const state = sqlStateOf(thrown);
  if (state !== undefined) return PASSING.test(state);
  return thrown instanceof Error && !/calling end on the pool/.test(thrown.message);
}
