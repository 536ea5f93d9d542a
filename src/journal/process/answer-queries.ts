/** Answers queries in a process that reads the journal. The main file of the process lists the queries. */
import { Backoff, within } from '../../processes/timing.js';
import { HostChannel } from '../../processes/host-channel.js';
import { describeMissing, missingFile } from '../../processes/program.js';
import { withoutSecrets, isServerAddress } from '../../exchange/service-url.js';
import { messageOf } from '../../errors/errors.js';
import { isDamage, isUnavailable } from '../is-unavailable.js';
import { JOURNAL_QUERIES, type Query } from '../journal.js';
import { SqlJournal } from '../sql-journal.js';
import { markDamaged } from '../store/broken-file.js';
import type { FromJournal, ToJournal } from './messages.js';

/** Most waiting queries of a database; a file answers them one by one. */
const MAX_QUERIES = 50;
/** Longest time for a query of a database, in ms. */
const QUERY_TIMEOUT_MS = 60_000;
/** A database that has not answered any query for this long gets no more until one is answered, in ms. */
const SILENCE_MS = 5000;
/** Pauses after a database was unreachable, in ms. */
const PAUSES = { least: 500, most: 3000 };

type AnyQuery = Query<never, unknown>;

/** Answers the queries of every journal and these. Called once, by the main file of a process. */
export function answerQueries(queries: readonly AnyQuery[]): void {
  let answers: QueryAnswers | undefined;
  const host = new HostChannel<ToJournal, FromJournal>((message) => {
    if (message.type === 'ping') host.send({ type: 'pong' });
    if (message.type === 'read') answers = new QueryAnswers(message.address, [...JOURNAL_QUERIES, ...queries], host);
    if (message.type === 'query') void answers?.answer(message);
  });
  // A service manager may signal the whole group: the host ends this process when it is done.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

/**
 * Owns the connection of a reading process.
 *
 * Guarantees that every query is answered or refused. While a database is unreachable, queries are refused at once,
 * except for occasional probes: they never pile up.
 */
class QueryAnswers {
  readonly #address: string;
  readonly #host: Pick<HostChannel<ToJournal, FromJournal>, 'send'>;
  readonly #queries: ReadonlyMap<string, AnyQuery>;
  readonly #backoff = new Backoff(PAUSES);
  #journal: Promise<SqlJournal> | undefined;
  /** Why queries are refused now, and until when by the steady clock. */
  #refusal: { readonly reason: string; readonly until: number } | undefined;
  /** When each unanswered query was asked. */
  readonly #asked = new Set<{ readonly at: number }>();
  #answeredAt = performance.now();

  constructor(address: string, queries: readonly AnyQuery[], host: Pick<HostChannel<ToJournal, FromJournal>, 'send'>) {
    this.#address = address;
    this.#host = host;
    this.#queries = new Map(queries.map((query) => [query.name, query]));
    if (this.#queries.size < queries.length) throw new Error('two queries have the same name');
  }

  async answer({ id, name, argument }: Extract<ToJournal, { type: 'query' }>): Promise<void> {
    try {
      const query = this.#queries.get(name);
      if (query === undefined) throw new Error(`no query is named "${name}"`);
      const ask = () => this.#ask(query, argument);
      const json = await (isServerAddress(this.#address) ? this.#askServer(ask) : ask());
      this.#host.send({ type: 'result', id, lines: json === undefined ? 0 : 1 }, json);
    } catch (thrown) {
      const missing = missingFile(thrown);
      const message = missing === undefined ? messageOf(thrown) : describeMissing(missing);
      const reason = withoutSecrets(message, this.#address);
      this.#host.send({ type: 'refused', id, reason });
      // A build has replaced this program: the next query starts the new one.
      if (missing !== undefined) process.exit(1);
      if (!isDamage(thrown)) return;
      this.#host.send({ type: 'report', report: { store: 'file', kind: 'damaged', reason } });
      // If it cannot be marked, the next start finds the damage again.
      await markDamaged(this.#address).catch(() => {});
    }
  }

  async #ask(query: AnyQuery, argument: unknown): Promise<string | undefined> {
    const opening = (this.#journal ??= SqlJournal.read(this.#address));
    const journal = await opening.catch((thrown: unknown) => {
      if (this.#journal === opening) this.#journal = undefined;
      throw thrown;
    });
    if (journal.isMoved()) {
      if (this.#journal === opening) {
        this.#journal = undefined;
        await journal.close();
      }
      return this.#ask(query, argument);
    }
    return journal.askJson<never, unknown>(query, argument as never);
  }

  async #askServer<Json>(ask: () => Promise<Json>): Promise<Json> {
    this.#expectReachable();
    const asked = { at: performance.now() };
    this.#asked.add(asked);
    try {
      const value = await within(ask(), QUERY_TIMEOUT_MS, (): never => {
        throw new Error(`the database has not answered for ${QUERY_TIMEOUT_MS / 1000} s`);
      });
      this.#answeredAt = performance.now();
      this.#refusal = undefined;
      this.#backoff.succeed();
      return value;
    } catch (thrown) {
      if (isUnavailable(thrown))
        this.#refusal = { reason: messageOf(thrown), until: performance.now() + this.#backoff.fail() };
      throw thrown;
    } finally {
      this.#asked.delete(asked);
    }
  }

  /** Throws if queries are refused now. */
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
