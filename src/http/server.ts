/** A socket for an app: tuned for engines that keep connections, hard on clients that dawdle, and closed without losing a turn. */
import { createServer, ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { UsageError, messageOf } from '../errors.js';
import { answerClientError } from './client-error.js';

/** Where to listen, and how patiently. Times in ms. */
export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** What a fault names as its place: the configuration file. */
  readonly file: string;
  readonly log: Logger;
  /** How long an idle connection is kept. Engines keep theirs 90 s: whoever closes first loses a turn. */
  readonly keepAlive?: number;
  /** From a request's first byte to the end of its headers. */
  readonly headersTimeout?: number;
  /** From a request's first byte to its last. */
  readonly requestTimeout?: number;
  /** Most connections at once; further ones are closed at once. */
  readonly maxConnections?: number;
}

const DEFAULTS = { keepAlive: 120_000, headersTimeout: 10_000, requestTimeout: 15_000, maxConnections: 8_000 };

/** Node looks at its timeouts this often, in ms; its own 30 s would make them coarse. */
const MAX_CHECK_INTERVAL = 1000;

/** Time that a connection without any request yet has when the server closes, in ms: its first one may be on the way. */
const FIRST_WORD = 250;

/** An app that is being served. */
export interface Listening {
  readonly address: AddressInfo;
  /** From now on every answer, those under way included, ends its connection: clients come back elsewhere. */
  drain(): void;
  /**
   * Takes no further connection and closes idle ones; those that have just come may still say what they came for. Resolves
   * when all requests under way are answered, or after `grace` ms with what is left cut off.
   */
  close(grace: number): Promise<void>;
}

/** Resolves when connections are taken; rejects with a {@link UsageError} where host or port do not allow it. */
export async function listen(app: { callback(): RequestListener }, options: ListenOptions): Promise<Listening> {
  const life = { draining: false };
  const server = createTunedServer(app.callback(), options, life);
  const sockets = trackSockets(server);
  await startListening(server, options);
  server.on('error', (error) => options.log.error({ err: error }, 'server error'));
  return {
    address: addressOf(server),
    drain() {
      life.draining = true;
    },
    close(grace) {
      life.draining = true;
      return closeServer(server, sockets, grace);
    },
  };
}

function createTunedServer(listener: RequestListener, options: ListenOptions, life: { draining: boolean }): Server {
  const { keepAlive, headersTimeout, requestTimeout, maxConnections } = { ...DEFAULTS, ...options };
  const server = createServer(
    {
      ServerResponse: createResponseClass(life),
      keepAliveTimeout: keepAlive,
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL, headersTimeout, requestTimeout),
      noDelay: true,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  server.on('clientError', answerClientError);
  return server;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Answers that look at the moment they leave, not when their request came: the last ones before the end matter most. */
function createResponseClass(life: { readonly draining: boolean }): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, second?: string | Headers, third?: Headers): this {
      if (life.draining) this.shouldKeepAlive = false;
      return typeof second === 'string' ? super.writeHead(status, second, third) : super.writeHead(status, second);
    }
  };
}

function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function startListening(server: Server, { host, port, file }: ListenOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw new UsageError([{ source: file, message: explain(error, host, port) }]);
  }
}

function explain(error: unknown, host: string, port: number): string {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use. Is another Serpentarium still running?`;
    case 'EACCES':
      return `port ${port} on ${host} may not be opened by this user. Ports below 1024 often need rights: take a higher one.`;
    case 'EADDRNOTAVAIL':
      return `host "${host}" is no address of this machine. Did you mean "0.0.0.0"?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `host "${host}" has no address. Is it spelt right?`;
    default:
      return `port ${port} on ${host} cannot be opened: ${messageOf(error)}`;
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // To Node a connection that never sent anything is not idle, and would be waited for.
  const hush = setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, FIRST_WORD);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(hush);
  clearTimeout(cut);
}
