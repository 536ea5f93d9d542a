/** Redis for tests: throw-away servers in temporary folders. Suites are skipped by name where it is missing. */
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../free-port.js';
import { findInstalled } from './find-installed.js';
import { TestServer, type ServerCommand } from './temporary-server.js';

/** Redis' server; `undefined` if it is not installed. */
export const REDIS_PROGRAM = findInstalled('redis-server');

/** A Redis server: see {@link TestServer}. It writes each command to its file at once. */
export class RedisServer extends TestServer {
  readonly #port: number;

  private constructor(port: number) {
    super(mkdtempSync(path.join(tmpdir(), 'serpentarium-redis-')), 'SIGTERM');
    this.#port = port;
  }

  static async create(): Promise<RedisServer> {
    const redis = new RedisServer(await findFreePort());
    await redis.start();
    return redis;
  }

  /** `redis://127.0.0.1:PORT` */
  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  protected override get command(): ServerCommand {
    const settings = { port: this.#port, bind: '127.0.0.1', dir: this.folder, appendonly: 'yes', save: '' };
    return {
      file: REDIS_PROGRAM!,
      arguments: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      isReady: () => isAnswering(this.#port),
    };
  }
}

/**
 * A server for a suite: created before its tests and removed after them. Without Redis on this machine, the suite is
 * skipped, and the report names it.
 */
export function useRedis(): { readonly server: RedisServer } {
  let server: RedisServer | undefined;
  before('Redis', async function () {
    if (REDIS_PROGRAM === undefined) this.skip();
    server = await RedisServer.create();
  });
  after(() => server?.close());
  return {
    get server() {
      return server!;
    },
  };
}

/** Whether a Redis server on this port has loaded its data and answers. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}
