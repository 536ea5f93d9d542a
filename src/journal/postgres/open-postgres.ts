/** The journal in PostgreSQL. Loaded only for a journal at a URL. */
import { Kysely, PostgresAdapter, PostgresDialect, sql, type MigrationLockOptions } from 'kysely';
import type { GameRef } from '../../wire/resources.js';
import { gameIdOf } from '../journal-event.js';
import { expectMigrated, expectUnchanged, migrate, orClose } from '../store/migrations.js';
import type { Database, OpenDatabase, OpenMode, SqlDialect, Tables } from '../store/tables.js';
import { ConnectionPool, type PoolOptions } from './connection-pool.js';

/** Most connections of one journal: a batch, the hosts' rows and retention; or queries. */
const CONNECTIONS = 4;
/** Longest statement, in ms, by mode. Reports read all games. */
const STATEMENT_TIMEOUTS = { write: 15_000, import: 60_000, read: 60_000 } as const satisfies Record<OpenMode, number>;
/**
 * Longest statement of a migration, in ms: an index over millions of games, or the wait for another host's migration.
 */
const MIGRATION_TIMEOUT_MS = 30 * 60_000;

/**
 * Opens a journal at a URL, and creates or migrates its tables unless it is only read. Throws a `DatabaseUnavailable`
 * if the server cannot be reached, or an error if another version wrote the database.
 */
export async function openPostgres(url: string, mode: OpenMode): Promise<OpenDatabase> {
  const isReadOnly = mode === 'read';
  if (!isReadOnly) await migratePostgres(url);
  const opened = connect({ url, connections: CONNECTIONS, statementTimeout: STATEMENT_TIMEOUTS[mode], isReadOnly });
  if (isReadOnly) await orClose(opened.db, () => expectMigrated(opened.db, opened.dialect));
  return { ...opened, isMoved: () => false };
}

async function migratePostgres(url: string): Promise<void> {
  const options = { url, connections: 2, statementTimeout: MIGRATION_TIMEOUT_MS, isReadOnly: false };
  const { db, dialect } = connect(options);
  await orClose(db, async () => {
    await expectUnicode(db);
    await migrate(db, dialect);
  });
  await db.destroy();
}

/** Names can be in any language. */
async function expectUnicode(db: Database): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}; create the database with encoding UTF8`);
}

function connect(options: PoolOptions): Pick<OpenDatabase, 'db' | 'dialect'> {
  const pool = new ConnectionPool(options);
  const db: Database = new Kysely<Tables>({ dialect: new LockingDialect({ pool }) });
  return { db, dialect: createDialect(db, pool) };
}

/** Makes migrations wait until no host writes; a host of an older release that writes next notices them. */
class LockingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
    await super.acquireMigrationLock(db, options);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS)}, ${sql.lit(ALL_GAMES)})`.execute(db);
  }
}

class LockingDialect extends PostgresDialect {
  override createAdapter(): LockingAdapter {
    return new LockingAdapter();
  }
}

const TYPES = {
  bytes: 'bytea',
  // Sorted as in SQLite, whatever the locale of the database: the ranges of ids depend on it.
  text: sql`text collate "C"`,
} as const;

function createDialect(db: Database, pool: ConnectionPool): SqlDialect {
  return {
    ...TYPES,
    join: 'string_agg',
    size: (enough) => sizeOf(db, enough),
    shrink: () => Promise.resolve(),
    now: () => numberFrom(sql`select floor(extract(epoch from clock_timestamp()) * 1000) as number`.execute(db)),
    identify: () => identify(db),
    lockGames,
    alone: (action) => alone(pool, action),
  };
}

/** Identifies the server, by the microsecond of its start, and the database in it. */
async function identify(db: Database): Promise<string> {
  const server = sql`extract(epoch from pg_postmaster_start_time())`;
  const { rows } = await sql<{ identity: string }>`select concat_ws(' ', ${server}, current_database(),
    current_schema()) as identity`.execute(db);
  return rows[0]!.identity;
}

/** Bytes of a row of `games` besides its turns, with its part of all indexes; and of a row of `chunks`. */
const ROW_BYTES = { games: 2200, chunks: 150 };

/**
 * Bytes in use. The size of the tables is no measure, because it stays when rows are deleted. But it is an upper bound,
 * and known at once.
 */
async function sizeOf(db: Database, enough: number): Promise<number> {
  const total = await numberFrom(
    sql`select pg_total_relation_size('games') + pg_total_relation_size('chunks') as number`.execute(db),
  );
  if (total <= enough) return total;
  // The size of a column is in its row: reads no turns.
  const games = await numberFrom(
    sql`select coalesce(sum(${sql.lit(ROW_BYTES.games)} + coalesce(pg_column_size(packed), 0)
      + coalesce(pg_column_size(ending), 0)), 0) as number from games`.execute(db),
  );
  const chunks = await numberFrom(
    sql`select coalesce(sum(${sql.lit(ROW_BYTES.chunks)} + pg_column_size(packed)), 0) as number from chunks`.execute(
      db,
    ),
  );
  return Math.min(total, games + chunks);
}

async function numberFrom(result: Promise<{ readonly rows: readonly unknown[] }>): Promise<number> {
  const [row] = (await result).rows as [{ readonly number: number | string }];
  return Number(row.number);
}

/** The first key of our global locks: a number that no other program is likely to use. */
const LOCKS = 0x5e49;
/** The second keys: all games; the retention run. */
const ALL_GAMES = 1;
const FORGETTING = 2;
/** Most locks of one transaction: the server has room for some thousands. More games lock all games. */
const MAX_LOCKS = 500;

/**
 * Writers of the same game take turns, whichever of its snakes they have: each reads what is kept of it before it
 * changes that, and PostgreSQL would let both read before either writes. Locks are taken in one order, so that no two
 * wait for each other, and end with the transaction.
 */
async function lockGames(db: Database, games: readonly GameRef[]): Promise<void> {
  const ids = games.map(({ game }) => gameIdOf({ snake: '', game, you: '' }));
  const keys = [...new Set(ids.map((id) => BigInt.asIntN(64, BigInt(`0x${id}`))))].sort(compare);
  if (keys.length === 0) return;
  if (keys.length > MAX_LOCKS) {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS)}, ${sql.lit(ALL_GAMES)})`.execute(db);
  } else {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(LOCKS)}, ${sql.lit(ALL_GAMES)})`.execute(db);
    await sql`select pg_advisory_xact_lock(key) from unnest(${keys.map(String)}::bigint[]) as key`.execute(db);
  }
  await expectUnchanged(db, TYPES);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** Runs an action while no other host does. Returns `undefined` if another host is running it. */
async function alone<T>(pool: ConnectionPool, action: () => Promise<T>): Promise<T | undefined> {
  const connection = await pool.connect();
  try {
    const keys = [LOCKS, FORGETTING];
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', keys);
    if (rows[0]?.taken !== true) return undefined;
    try {
      return await action();
    } finally {
      await connection.query('select pg_advisory_unlock($1, $2)', keys);
    }
  } finally {
    connection.release();
  }
}
