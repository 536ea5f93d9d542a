/** PostgreSQL for tests: throw-away clusters in temporary folders. Suites are skipped by name where it is missing. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findFreePort } from '../free-port.js';
import { until } from '../soon.js';
import { findInstalled } from './find-installed.js';
import { TestServer, type ServerCommand } from './temporary-server.js';

const run = promisify(execFile);
/** Where Debian keeps the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
/** For databases that nobody minds to lose: a commit does not wait for the disk, but is safe from SIGKILL. */
const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=200', 'shared_buffers=32MB'];

/** The folder of PostgreSQL's programs; `undefined` if it is not installed. */
export const POSTGRES_PROGRAMS = findPrograms();

export interface TestDatabase {
  /** `postgres://USER:PASSWORD@127.0.0.1:PORT/NAME` */
  readonly url: string;
}

/** What suites that share a cluster may do with it. */
export interface SharedCluster {
  /** A new, empty database. Its user has a password, for tests that look for it in logs. */
  createDatabase(): Promise<TestDatabase>;
  /** Runs a statement as the administrator, in the database `postgres`. */
  query(sql: string): Promise<void>;
}

/** A cluster of databases: see {@link TestServer}. */
export class PostgresCluster extends TestServer implements SharedCluster {
  /** Where it listens, on the loopback interface. */
  readonly port: number;

  private constructor(folder: string, port: number) {
    super(folder, 'SIGINT');
    this.port = port;
  }

  /** Creates a cluster and starts it, in about a second. */
  static async create(): Promise<PostgresCluster> {
    const template = await (templates ??= createTemplate());
    const folder = makeFolder();
    cpSync(template, path.join(folder, 'data'), { recursive: true });
    // Some versions of Node give the copy the usual mode, and PostgreSQL refuses data that others may read.
    chmodSync(path.join(folder, 'data'), 0o700);
    giveAway(path.join(folder, 'data'));
    const cluster = new PostgresCluster(folder, await findFreePort());
    await cluster.start();
    return cluster;
  }

  /** Its folder of data. */
  get data(): string {
    return path.join(this.folder, 'data');
  }

  createDatabase(): Promise<TestDatabase> {
    return createDatabase(this.port);
  }

  query(sql: string): Promise<void> {
    return query(this.port, sql);
  }

  protected override get command(): ServerCommand {
    const settings = [...SETTINGS, `port=${this.port}`, `unix_socket_directories=${this.folder}`];
    return {
      file: path.join(POSTGRES_PROGRAMS!, 'postgres'),
      arguments: ['-D', this.data, ...settings.flatMap((setting) => ['-c', setting])],
      user: SERVER_USER,
      isReady: () => this.query('select 1').then(...AS_BOOLEAN),
    };
  }
}

async function createDatabase(port: number): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(port, `create database ${name}`);
  return { url: urlOf(port, name) };
}

function urlOf(port: number, database: string): string {
  return `postgres://tester:${TEST_PASSWORD}@127.0.0.1:${port}/${database}`;
}

async function query(port: number, sql: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(port, 'postgres'), connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}

/** What makes certificates; `undefined` if it is not installed. */
export const OPENSSL = findInstalled('openssl');

/** A cluster refuses connections without TLS from now on, except its administration. Its certificate is self-signed. */
export async function insistOnTls(cluster: PostgresCluster): Promise<void> {
  const [key, certificate] = ['server.key', 'server.crt'].map((name) => path.join(cluster.data, name)) as [
    string,
    string,
  ];
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=elsewhere'.split(' ');
  await run(OPENSSL!, [...words, '-keyout', key, '-out', certificate]);
  chmodSync(key, 0o600);
  giveAway(cluster.data);
  const rules = ['host postgres', 'hostssl all'].map((whom) => `${whom} all 127.0.0.1/32 scram-sha-256\n`);
  writeFileSync(path.join(cluster.data, 'pg_hba.conf'), rules.join(''));
  await cluster.query('alter system set ssl = on');
  await cluster.query('select pg_reload_conf()');
  // Reloading takes a moment. A cast fails until then.
  await until(() => cluster.query("select 1 / (current_setting('ssl') = 'on')::int").then(...AS_BOOLEAN));
}

/** The password of all test databases as their URLs have it: no log may ever show it. */
export const TEST_PASSWORD = 'open%20sesame';

const AS_BOOLEAN = [() => true, () => false] as const;

/** The variable with the port of the cluster that all suites share; `npm run test:e2e` sets it. */
export const SHARED_CLUSTER = 'SERPENTARIUM_TEST_POSTGRES';

/**
 * Databases for a suite, dropped after its tests. They are on the cluster of the whole run, or on one of the suite if a
 * suite is run alone. Without PostgreSQL on this machine, the suite is skipped, and the report names it.
 */
export function usePostgres(): { readonly cluster: SharedCluster } {
  const port = process.env[SHARED_CLUSTER];
  if (port === undefined) return useOwnPostgres();
  const created: string[] = [];
  after(async () => {
    for (const { pathname } of created.splice(0).map((url) => new URL(url)))
      await query(Number(port), `drop database if exists ${pathname.slice(1)} with (force)`);
  });
  const cluster: SharedCluster = {
    async createDatabase() {
      const database = await createDatabase(Number(port));
      created.push(database.url);
      return database;
    },
    query: (sql) => query(Number(port), sql),
  };
  return { cluster };
}

/** A cluster for a suite that stops it: created before its tests, removed after them, skipped alike. */
export function useOwnPostgres(): { readonly cluster: PostgresCluster } {
  let cluster: PostgresCluster | undefined;
  before('PostgreSQL', async function () {
    if (POSTGRES_PROGRAMS === undefined) this.skip();
    this.timeout(120_000);
    cluster = await PostgresCluster.create();
  });
  after(() => cluster?.close());
  return {
    get cluster() {
      return cluster!;
    },
  };
}

/** The server refuses to run as root, so there it runs as `nobody`. */
const SERVER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Folders of clusters that were initialized once, to be copied: that is faster than to initialize each. */
let templates: Promise<string> | undefined;

async function createTemplate(): Promise<string> {
  const folder = makeFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, decodeURIComponent(TEST_PASSWORD));
  const login = ['--username=tester', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const words = ['-D', data, ...login, '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(path.join(POSTGRES_PROGRAMS!, 'initdb'), words, { ...SERVER_USER });
  return data;
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-postgres-'));
  if (SERVER_USER !== undefined) chownSync(folder, SERVER_USER.uid, SERVER_USER.gid);
  return folder;
}

/** Makes the server's user the owner of a folder and all in it. */
function giveAway(folder: string): void {
  if (SERVER_USER === undefined) return;
  chownSync(folder, SERVER_USER.uid, SERVER_USER.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), SERVER_USER.uid, SERVER_USER.gid);
}

function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const folders = [...versions.map((version) => path.join(DEBIAN, version, 'bin')), ...onPath];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))));
}
