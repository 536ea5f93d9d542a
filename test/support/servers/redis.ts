/** Redis for tests: throw-away servers in temporary folders. Suites are skipped by name where it is missing. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort, ServerProcess } from './temporary-server.js';

/** Redis' server; `undefined` if it is not installed. */
export const REDIS_PROGRAM = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'redis-server'))
  .find((file) => existsSync(file));

/**
 * Owns a Redis server and its folder.
 *
 * It can be stopped, killed and paused, and started again on the same port. It writes each command to its file at once,
 * so it has lost nothing then.
 */
export class RedisServer {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-redis-'));
  readonly #port: number;
  #server: ServerProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  /** Creates a server and starts it. */
  static async create(): Promise<RedisServer> {
    const redis = new RedisServer(await findFreePort());
    await redis.start();
    return redis;
  }

  /** `redis://127.0.0.1:PORT` */
  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  /** Starts the server again after it was stopped or killed. Resolves when it answers. */
  async start(): Promise<void> {
    const settings = { port: this.#port, bind: '127.0.0.1', dir: this.#folder, appendonly: 'yes', save: '' };
    this.#server = await ServerProcess.start({
      file: REDIS_PROGRAM!,
      arguments: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      isReady: () => isAnswering(this.#port),
    });
  }

  /** Stops the server as an administrator does. */
  async stop(): Promise<void> {
    await this.#server?.stop('SIGTERM');
  }

  /** Ends the server as a power cut does. */
  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  /** The server no longer answers, but connections stay open. */
  pause(): void {
    this.#server?.pause();
  }

  /** The server answers again. */
  resume(): void {
    this.#server?.resume();
  }

  /** Ends the server and removes its folder. */
  async close(): Promise<void> {
    await this.#server?.kill();
    rmSync(this.#folder, { recursive: true, force: true });
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
    this.timeout(60_000);
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
