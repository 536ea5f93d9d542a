/** The migrations that bring a database up to date. Run at every start. A released migration is never edited. */
import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { readEngineTurns } from './engine-turns.js';
import type { Database, SqlDialect } from './tables.js';

/** The name of the last migration. */
const LATEST = '0010_analyses';

/** The types of columns that differ between databases. */
type ColumnTypes = Pick<SqlDialect, 'bytes' | 'text'>;

/** Creates or migrates the tables. Throws if a later release wrote the database, or if it cannot be written. */
export async function migrate(db: Database, types: ColumnTypes): Promise<void> {
  const migrations = migrationsFor(types);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  expectKnown(await findMigrations(db), migrations);
  throw error;
}

function migrationsFor(types: ColumnTypes): Record<string, Migration> {
  return {
    '0001_games': { up: (schema) => createGames(schema, types) },
    '0002_runs_and_hosts': { up: (schema) => addRunsAndHosts(schema, types) },
    '0003_imported_games': { up: (schema) => addImported(schema, types) },
    '0004_lists_of_games': { up: indexLists },
    '0005_several_hosts': { up: (schema) => addSeveralHosts(schema, types) },
    '0006_turns_of_engines': { up: countAsEngines },
    '0007_early_ends': { up: (schema) => addEarlyEnds(schema, types) },
    '0008_admin_ports': { up: addAdminPorts },
    '0009_ratings': { up: (schema) => addRatings(schema, types) },
    [LATEST]: { up: (schema) => addAnalyses(schema, types) },
  };
}

/** Throws if a migration was run that this release does not have. */
function expectKnown(done: readonly string[], migrations: Record<string, Migration>): void {
  const later = done.find((name) => !(name in migrations));
  if (later !== undefined) throw new Error(`a later release of Serpentarium wrote it ("${later}"): update this one`);
}

/** Throws if the tables lack what this release reads, or if a later release has changed them. */
export async function expectMigrated(db: Database, types: ColumnTypes): Promise<void> {
  const done = await findMigrations(db);
  if (done.length === 0) throw new Error('no host has written to it yet; the first one creates its tables');
  if (!done.includes(LATEST))
    throw new Error('an earlier release wrote it; it is brought up to date when a host starts');
  expectKnown(done, migrationsFor(types));
}

/** The names of the migrations that were run. */
async function findMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);
}

async function createGames(db: Kysely<unknown>, { bytes, text }: ColumnTypes): Promise<void> {
  const texts = ['snake', 'game', 'you', 'ruleset', 'map', 'source', 'opponents', 'strategy', 'hash', 'version'];
  const zeros = ['turns', 'moved', 'late', 'failed', 'illegal', 'lost'];
  const shadow = ['moved', 'late', 'failed', 'illegal', 'skipped', 'agreed', 'died', 'lived'];
  let games = db.schema
    .createTable('games')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('split', 'double precision', (column) => column.notNull())
    .addColumn('result', text)
    .addColumn('place', 'double precision')
    .addColumn('cause', text)
    .addColumn('killer', text);
  for (const name of [...texts, 'options', 'experiment', 'variant'])
    games = games.addColumn(name, text, (column) => column.notNull());
  for (const name of ['width', 'height', 'snakes'])
    games = games.addColumn(name, 'integer', (column) => column.notNull());
  for (const name of [...zeros, ...shadow.map((kind) => `shadow_${kind}`)])
    games = games.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
  for (const name of ['took', 'latency', 'shadow_took'])
    games = games.addColumn(name, text, (column) => column.notNull().defaultTo(''));
  // The long columns come last, so that SQLite reads the columns of a report without paging through them.
  await games.addColumn('ending', bytes).addColumn('packed', bytes).execute();
  await db.schema.createIndex('games_by_start').on('games').columns(['started_at', 'id']).execute();
  await db.schema.createIndex('games_by_end').on('games').column('ended_at').execute();
  await db.schema.createIndex('games_by_game').on('games').column('game').execute();
  await db.schema
    .createTable('chunks')
    .addColumn('game_id', text, (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('packed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('chunks_key', ['game_id', 'turn'])
    .execute();
}

/** Games that are played again, the hosts that play them, and which sides an experiment had. */
async function addRunsAndHosts(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  const games = db.schema.alterTable('games');
  await games.addColumn('run', 'integer', (column) => column.notNull().defaultTo(1)).execute();
  for (const name of ['host', 'sides'])
    await games.addColumn(name, text, (column) => column.notNull().defaultTo('')).execute();
  await db.schema.dropIndex('games_by_game').execute();
  await db.schema.createIndex('games_by_ref').on('games').columns(['game', 'you', 'snake', 'run']).execute();
  await db.schema
    .createTable('hosts')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('machine', text, (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Games that were imported. */
async function addImported(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('games')
    .addColumn('imported', text, (column) => column.notNull().defaultTo(''))
    .execute();
}

/** An index for each filter of a list of games, newest first: the lists of a large journal are read all day. */
async function indexLists(db: Kysely<unknown>): Promise<void> {
  for (const column of ['snake', 'experiment', 'ruleset', 'map', 'cause', 'version', 'result'])
    await db.schema.createIndex(`games_by_${column}`).on('games').columns([column, 'started_at']).execute();
  // What a list of games against somebody is searched in, without the other columns.
  await db.schema.createIndex('games_by_opponents').on('games').columns(['started_at', 'id', 'opponents']).execute();
  await sql`create index games_played_alone on games (started_at, id) where snakes < 2`.execute(db);
  await sql`create index games_against_others on games (result, started_at, id) where snakes > 1`.execute(db);
  await sql`create index games_imported on games (started_at, id) where imported != ''`.execute(db);
}

/** What tells the hosts of one game apart, and how much of what each of them keeps has arrived. */
async function addSeveralHosts(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  for (const [name, type] of [
    ['held_at', 'bigint'],
    ['first_turn', 'integer'],
  ] as const)
    await db.schema
      .alterTable('games')
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema
    .alterTable('hosts')
    .addColumn('space', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('spools')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('delivered', 'bigint', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** The turns of games as their engines count them, and the turns of deaths apart from them. */
async function countAsEngines(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('games').addColumn('died', 'integer').execute();
  await sql`update games set died = turns where cause is not null or result = 'loss'`.execute(db);
  await readEngineTurns(db);
}

/** Ends that arrive before their games. */
async function addEarlyEnds(db: Kysely<unknown>, { bytes, text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('ends')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('packed', bytes, (column) => column.notNull())
    .execute();
}

/** Where the pages of the hosts are: links lead there. */
async function addAdminPorts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('hosts')
    .addColumn('admin_port', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** What the platform says of snakes. */
async function addRatings(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
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

/** What a search thinks of the turns of games. */
async function addAnalyses(db: Kysely<unknown>, { bytes }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('games').addColumn('analysis', bytes).execute();
}
