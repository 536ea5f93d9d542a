/** Creates the tables, and brings older ones up to date at every start. A released migration is never edited. */
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { EarlierVersion, OtherVersion } from '../is-unavailable.js';
import type { Database, SqlDialect } from './tables.js';

/** Column types that differ between databases. */
type ColumnTypes = Pick<SqlDialect, 'bytes' | 'text'>;

/** In order; a change of the tables is added at the end. */
function migrationsFor(types: ColumnTypes): Record<string, Migration> {
  const journal = { up: (schema: Kysely<unknown>) => createTables(schema, types) };
  return {
    '0001_journal': journal,
    // Only a file has a spool.
    ...(types.bytes === 'blob' && { '0002_spool': { up: createSpool } }),
    '0003_unlikely': { up: addUnlikely },
    '0004_guards': { up: (schema) => createGuards(schema, types) },
    '0005_share': { up: addShare },
    '0006_steps': { up: addSteps },
  };
}

/** Does something with a database that was just opened, and closes it if that fails. */
export async function orClose<Result>(db: Database, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (thrown) {
    await db.destroy();
    throw thrown;
  }
}

/**
 * Creates or migrates the tables. Throws an {@link OtherVersion} if a newer release has changed them, or the error of
 * the disk or server.
 */
export async function migrate(db: Database, types: ColumnTypes): Promise<void> {
  const migrations = migrationsFor(types);
  const done = await findMigrations(db);
  expectKnown(done, migrations);
  // Migrating waits for all writers: avoid it when there is nothing to do.
  if (done.length === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Throws an {@link OtherVersion} if a newer release has changed the tables since they were opened. For transactions
 * that hold a lock which migrations wait for.
 */
export async function expectUnchanged(db: Database, types: ColumnTypes): Promise<void> {
  expectKnown(await listMigrations(db), migrationsFor(types));
}

/** Throws unless the tables are from this release. */
export async function expectMigrated(db: Database, types: ColumnTypes): Promise<void> {
  const migrations = migrationsFor(types);
  const done = await findMigrations(db);
  if (done.length === 0) throw new Error('no host has written to it yet; the first one creates its tables');
  expectKnown(done, migrations);
  if (done.length < Object.keys(migrations).length)
    throw new EarlierVersion('an earlier version of Serpentarium wrote it; starting a host brings it up to date');
}

/** Throws if a migration was run that this release does not have. */
function expectKnown(done: readonly string[], migrations: Record<string, Migration>): void {
  const unknown = done.find((name) => !(name in migrations));
  if (unknown === undefined) return;
  const reason = `a newer version of Serpentarium changed its tables ("${unknown}")`;
  throw new OtherVersion(`${reason}: upgrade this one, or use another journal`);
}

/** The names of the migrations that were run. */
async function findMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  return listMigrations(db);
}

async function listMigrations(db: Database): Promise<string[]> {
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);
}

async function createTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createGames(db, types);
  await indexGames(db);
  await createHosts(db, types);
  await createRatings(db, types);
}

async function createGames(db: Kysely<unknown>, { bytes, text }: ColumnTypes): Promise<void> {
  const names = ['snake', 'game', 'you', 'ruleset', 'map', 'source', 'opponents', 'strategy', 'hash', 'version'];
  const counts = ['turns', 'moved', 'late', 'failed', 'illegal', 'lost'];
  const shadow = ['moved', 'late', 'failed', 'illegal', 'skipped', 'agreed', 'died', 'lived'];
  let games = db.schema
    .createTable('games')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('run', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('held_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('first_turn', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('split', 'double precision', (column) => column.notNull())
    .addColumn('result', text)
    .addColumn('place', 'double precision')
    .addColumn('died', 'integer')
    .addColumn('cause', text)
    .addColumn('killer', text);
  for (const name of [...names, 'options', 'experiment', 'variant'])
    games = games.addColumn(name, text, (column) => column.notNull());
  for (const name of ['width', 'height', 'snakes'])
    games = games.addColumn(name, 'integer', (column) => column.notNull());
  for (const name of [...counts, ...shadow.map((kind) => `shadow_${kind}`)])
    games = games.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
  for (const name of ['host', 'sides', 'imported', 'took', 'latency', 'shadow_took'])
    games = games.addColumn(name, text, (column) => column.notNull().defaultTo(''));
  // The long columns come last, so that SQLite reads the columns of a report without paging through them.
  await games.addColumn('ending', bytes).addColumn('packed', bytes).addColumn('analysis', bytes).execute();
  await db.schema
    .createTable('chunks')
    .addColumn('game_id', text, (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('packed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('chunks_key', ['game_id', 'turn'])
    .execute();
  await db.schema
    .createTable('ends')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('packed', bytes, (column) => column.notNull())
    .execute();
}

/** An index for each filter of a list of games, newest first: the lists of a large journal are read all day. */
async function indexGames(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`games_by_${name}`).on('games').columns(columns).execute();
  await index('start', ['started_at', 'id']);
  await index('end', ['ended_at']);
  await index('ref', ['game', 'you', 'snake', 'run']);
  for (const column of ['snake', 'experiment', 'ruleset', 'map', 'cause', 'version', 'result'])
    await index(column, [column, 'started_at']);
  // The columns that a list of games against one opponent searches.
  await index('opponents', ['started_at', 'id', 'opponents']);
  await sql`create index games_played_alone on games (started_at, id) where snakes < 2`.execute(db);
  await sql`create index games_against_others on games (result, started_at, id) where snakes > 1`.execute(db);
  await sql`create index games_imported on games (started_at, id) where imported != ''`.execute(db);
}

/** The writing hosts, and how far their events have arrived. */
async function createHosts(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('hosts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('machine', text, (column) => column.notNull())
    .addColumn('space', text, (column) => column.notNull().defaultTo(''))
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('admin_port', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('spools')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('delivered', 'bigint', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** The platform's ratings of snakes. */
async function createRatings(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('ratings')
    .addColumn('snake', text, (column) => column.notNull())
    .addColumn('leaderboard', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('rank', 'integer')
    .addColumn('games', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('ratings_by_snake', ['snake', 'leaderboard', 'at'])
    .execute();
}

async function createGuards(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  let guards = db.schema.createTable('guards').addColumn('at', 'bigint', (column) => column.notNull());
  for (const name of ['snake', 'experiment', 'candidate', 'sides', 'guard', 'reason'])
    guards = guards.addColumn(name, text, (column) => column.notNull());
  await guards.addPrimaryKeyConstraint('guards_key', ['snake', 'experiment', 'candidate'] as never[]).execute();
}

/** Answers of a game that its engine probably did not use. */
async function addUnlikely(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('games')
    .addColumn('unlikely', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** The candidate's share when a game was assigned. Writing it into old games would rewrite the file. */
async function addShare(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('games').addColumn('share', 'double precision').execute();
}

/** Steps and promotions of candidates. Before, a row without a stop was a resumption. */
async function addSteps(db: Kysely<unknown>): Promise<void> {
  for (const name of ['since', 'step', 'promoted'])
    await db.schema
      .alterTable('guards')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await sql`update guards set since = at where guard = ''`.execute(db);
}

/** Batches keep their host's numbers. Earlier releases made the table on demand. */
async function createSpool(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables();
  const isSpool = tables.some(({ name }) => name === 'outbox');
  if (isSpool) await db.schema.alterTable('outbox').renameTo('outbox_before').execute();
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('entries', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('packed', 'blob', (column) => column.notNull())
    .execute();
  if (isSpool) {
    await sql`insert into outbox (host, number, entries, bytes, at, packed)
      select host, number, entries, bytes, at, packed from outbox_before order by number`.execute(db);
    await db.schema.dropTable('outbox_before').execute();
    await db.schema.dropTable('taken').ifExists().execute();
  }
  // The sums are queried with each batch: they must not read the packed column.
  await sql`create index outbox_sums on outbox (at, entries, bytes)`.execute(db);
}
