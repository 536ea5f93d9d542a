/** The connections to a PostgreSQL server, for Kysely's dialect. Opened by `open-postgres.ts`. */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, types, type PoolClient } from 'pg';
import { toStorable } from '../store/storable.js';
import { isUnavailable, DatabaseUnavailable } from '../is-unavailable.js';
import { codeOf, messageOf } from '../../errors/errors.js';
import { withoutSecrets } from '../../exchange/service-url.js';
import { isPassing, sqlStateOf } from '../../processes/timing.js';

/** Options of a connection pool. Times in ms. */
export interface PoolOptions {
  readonly url: string;
  /** Most connections at once. */
  readonly connections: number;
  /** The server cancels a statement that takes longer; a little later we give up on an unresponsive server. */
  readonly statementTimeout: number;
  /** Allows no changes. */
  readonly isReadOnly: boolean;
}

/** Longest time to connect, or to wait for a free connection, in ms. */
const CONNECT_TIMEOUT_MS = 5000;
/** Extra time for the answer beyond the server's own timeout, in ms. */
const GRACE_MS = 2000;
/** An idle connection is closed after this time, in ms. */
const IDLE_TIMEOUT_MS = 60_000;
/** After this silence on a connection, the system probes the other side, in ms. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How long closing waits for the server, in ms. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Owns the connections to a server.
 *
 * Guarantees that every query is answered or rejected in a bounded time, even if the server hangs; that a connection
 * which failed is never used again; and that {@link explainError} makes all errors. Integers of 64 bits are numbers,
 * and strings have no NUL. It never retries.
 */
export class ConnectionPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #clients = new Set<PoolClient>();

  constructor({ url, connections, statementTimeout, isReadOnly }: PoolOptions) {
    this.#url = url;
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      statement_timeout: statementTimeout,
      query_timeout: statementTimeout + GRACE_MS,
      idle_in_transaction_session_timeout: statementTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      fallback_application_name: 'serpentarium',
      types: { getTypeParser },
      ...(isReadOnly && { options: '-c default_transaction_read_only=on' }),
    });
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      // A query in flight reports the same.
      client.on('error', () => {});
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client));
    // An idle connection has closed; the pool has noticed.
    this.#pool.on('error', () => {});
  }

  async connect(): Promise<PostgresPoolClient> {
    try {
      return new PooledConnection(await this.#pool.connect(), this.#url);
    } catch (thrown) {
      throw explainError(thrown, this.#url);
    }
  }

  async end(): Promise<void> {
    const timer = setTimeout(() => this.#clients.forEach(cutConnection), CLOSE_TIMEOUT_MS);
    await this.#pool.end();
    clearTimeout(timer);
  }
}

class PooledConnection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #url: string;
  #state: 'sound' | 'broken' = 'sound';

  constructor(client: PoolClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(): never;
  async query<R>(text?: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // No answer is needed: the server rolls back when the connection ends.
    if (this.#state === 'broken' && text === 'rollback') return { command: 'SELECT', rowCount: 0, rows: [] };
    try {
      const values = parameters?.map((value) => (typeof value === 'string' ? toStorable(value) : value));
      const { command, rowCount, rows } = await this.#client.query(text!, values);
      return { command: command as 'SELECT', rowCount: rowCount ?? 0, rows: rows as R[] };
    } catch (thrown) {
      const explained = explainError(thrown, this.#url);
      if (isUnavailable(explained)) this.#state = 'broken';
      throw explained;
    }
  }

  release(): void {
    if (this.#state === 'broken') cutConnection(this.#client);
    this.#client.release(this.#state === 'broken');
  }
}

/** Numbers for 64-bit integers: all of ours are moments and counts. */
const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.INT8 ? Number : (types.getTypeParser(type, format) as (value: string) => unknown);

/** Ends a connection without waiting for the server. A query in flight rejects. */
export function cutConnection(client: PoolClient): void {
  (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Returns the error to throw: a {@link DatabaseUnavailable} if a later attempt may succeed, else the error itself. */
export function explainError(thrown: unknown, url: string): unknown {
  if (!isPassing(thrown)) return thrown;
  const sentence = sentenceOf(thrown, withoutSecrets(messageOf(thrown), url), new URL(url));
  return new DatabaseUnavailable(sentence, /^(28|3D|42501)/.test(codeOf(thrown)));
}

function sentenceOf(thrown: unknown, message: string, { host, hostname, pathname }: URL): string {
  const code = codeOf(thrown);
  const server = host === '' ? 'PostgreSQL' : `PostgreSQL at ${host}`;
  if (code.startsWith('28')) return `${server} rejects the login: ${message}. Are user and password correct?`;
  if (code === '3D000') return `${message}. Create it: createdb ${decodeURIComponent(pathname.slice(1))}`;
  if (code === '42501') return `${message}. The user needs the right to create and change tables`;
  if (code === '53300' || code.startsWith('57P')) return `${server} takes no connection now: ${message}`;
  if (code === 'ECONNREFUSED') return `${host} refuses the connection. Is PostgreSQL running there?`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `host name "${hostname}" cannot be resolved`;
  if (/time(d )?out/i.test(message)) return `${server} does not answer: ${message}`;
  return sqlStateOf(thrown) !== undefined ? message : `the connection to ${server} broke: ${message}`;
}
