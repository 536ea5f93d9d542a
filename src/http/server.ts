/**
 * Serves an app on a port: keeps the connections of engines, cuts off slow clients, closes without losing a turn.
 *
 * Not with `http-terminator`: that destroys connections without a request at once, and an engine's first one may
 * already be in flight.
 */
import { createServer, ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from 'pino';
import { codeOf, messageOf, usageFault, type SourceLocation } from '../errors/errors.js';
import { silentLimitListener, type RequestLimits } from './limits/request-limits.js';
import { answerOddRequests } from './sockets/client-error.js';
import { ConnectionLimits, MAX_CONNECTIONS, type ConnectionLimitsOptions } from './sockets/connection-limits.js';
import { Connection } from './sockets/connection.js';
import { BoundedRequest, takeUpgrades } from './sockets/upgrades.js';

/** Where to listen, and the limits on connections. Times in ms. */
export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** For the error if host or port cannot be used: the configuration file, or a place in it. */
  readonly source: string | SourceLocation;
  /** How to choose another port, following `Choose another by`. */
  readonly remedy?: string | undefined;
  readonly log: Logger;
  /** How long an idle connection is kept. Engines keep theirs for 90 s; if we closed first, a turn could be lost. */
  readonly keepAlive?: number;
  readonly headersTimeout?: number;
  readonly requestTimeout?: number;
  /** Limits of connections: of all addresses, of one, and which are exempt (default: one address may have all). */
  readonly connections?: Partial<ConnectionLimitsOptions> | undefined;
  /** Notified at the end of each second. */
  readonly limits?: RequestLimits | undefined;
  /** Whether the app answers WebSocket requests, which then reach it like all others. */
  readonly hasSockets?: boolean | undefined;
}

const DEFAULTS = { keepAlive: 120_000, headersTimeout: 10_000, requestTimeout: 15_000 };

/** How often Node checks its timeouts, in ms; its default of 30 s is too coarse for ours. */
const CHECK_INTERVAL_MS = 1000;

/** How long a closing server waits for the first request of a new connection, in ms: it may be in flight. */
const FIRST_REQUEST_GRACE_MS = 250;

/** Counts of requests. */
export interface Drained {
  readonly answered: number;
  readonly cut: number;
}

interface ServerState {
  draining: boolean;
  answered: number;
  cut: number;
}

export interface Listening {
  readonly address: AddressInfo;
  /** The requests that were answered while it drained, and the ones it cut. */
  readonly drained: Drained;
  /** From now on every response closes its connection, so that clients reconnect elsewhere. */
  drain(): void;
  /**
   * Stops accepting connections and closes idle ones; a new connection gets {@link FIRST_REQUEST_GRACE_MS} to send its
   * first request. Resolves when all open requests are answered, or after `grace` ms, when it cuts the others.
   */
  close(grace: number): Promise<void>;
}

/** Serves `app`. Resolves when connections are accepted; rejects with a `UsageError` if host or port cannot be used. */
export async function listen(app: { callback(): RequestListener }, options: ListenOptions): Promise<Listening> {
  const state: ServerState = { draining: false, answered: 0, cut: 0 };
  const connectionLimits: ConnectionLimitsOptions = {
    maxConnections: MAX_CONNECTIONS,
    perAddress: MAX_CONNECTIONS,
    unfinished: MAX_CONNECTIONS,
    isExempt: () => false,
    listener: silentLimitListener,
    ...options.connections,
  };
  const server = createTunedServer(createListener(app.callback()), options, state);
  const connections = new ConnectionLimits(server, connectionLimits);
  const held = (address: string) => connectionLimits.listener.limited('pipelined', address);
  takeUpgrades(server, options.hasSockets ?? false, held);
  renewEachSecond(server, options.limits);
  await startListening(server, options);
  server.on('error', (error) => options.log.error({ err: error }, 'server error'));
  return {
    address: addressOf(server),
    drained: state,
    drain() {
      state.draining = true;
    },
    close(grace) {
      state.draining = true;
      return closeServer(server, connections, grace, state);
    },
  };
}

function createTunedServer(listener: RequestListener, options: ListenOptions, state: ServerState): Server {
  const { keepAlive, headersTimeout, requestTimeout } = { ...DEFAULTS, ...options };
  const server = createServer(
    {
      IncomingMessage: BoundedRequest,
      ServerResponse: createResponseClass(state),
      keepAliveTimeout: keepAlive,
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeout, requestTimeout),
      noDelay: true,
      // The error handler refuses requests without one, as JSON.
      requireHostHeader: false,
    },
    listener,
  );
  answerOddRequests(server);
  return server;
}

/** Passes on requests whose client is still connected. */
function createListener(app: RequestListener): RequestListener {
  return (request, response) => {
    // Its client has disconnected, or the connection ends with the answer to an earlier request.
    if (request.socket.writable) app(request, response);
  };
}

function renewEachSecond(server: Server, limits: RequestLimits | undefined): void {
  if (limits === undefined) return;
  const timer = setInterval(() => limits.renew(), 1000).unref();
  server.once('close', () => clearInterval(timer));
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Counts the pending answers of its connection. Decides on keep-alive when the response is sent, not when its request
 * arrived, so that draining also closes connections with a request in progress.
 */
function createResponseClass(state: ServerState): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...[request, ...more]: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(request, ...more);
      Connection.of(request.socket)?.began(request);
    }

    override writeHead(status: number, second?: string | Headers, third?: Headers): this {
      if (state.draining) this.shouldKeepAlive = false;
      return typeof second === 'string' ? super.writeHead(status, second, third) : super.writeHead(status, second);
    }

    /** Node calls it when the whole response has been sent. */
    override detachSocket(socket: Socket): void {
      super.detachSocket(socket);
      if (state.draining) state.answered++;
      Connection.of(socket)?.answered();
    }
  };
}

async function startListening(server: Server, { host, port, source, remedy }: ListenOptions): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw usageFault(source, explain(error, host, port, remedy), { mayPass: PASSING.has(codeOf(error)) });
  }
}

/** Another process ends, and name servers and interfaces come up. */
const PASSING: ReadonlySet<string> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN']);

function explain(error: unknown, host: string, port: number, remedy: string | undefined): string {
  const choose = remedy === undefined ? '' : ` Choose another with ${remedy}.`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use. Is another Serpentarium still running?${choose}`;
    case 'EACCES':
      return `no permission to open port ${port} on ${host}. Ports below 1024 often need extra rights: choose a higher one${remedy === undefined ? '' : ` with ${remedy}`}.`;
    case 'EADDRNOTAVAIL':
      return `host "${host}" is not an address of this machine. Did you mean "0.0.0.0"?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `host "${host}" cannot be resolved. Is it spelled correctly?`;
    default:
      return `port ${port} on ${host} cannot be opened: ${messageOf(error)}`;
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address;
}

async function closeServer(
  server: Server,
  connections: ConnectionLimits,
  grace: number,
  state: ServerState,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node does not count a connection that never sent anything as idle, and would wait for it.
  const dropSilent = setTimeout(() => {
    for (const { socket } of connections.all) if (socket.bytesRead === 0) socket.destroy();
  }, FIRST_REQUEST_GRACE_MS);
  const cutOff = setTimeout(() => {
    for (const { unanswered } of connections.all) state.cut += unanswered;
    server.closeAllConnections();
    // Node no longer tracks connections that have become WebSockets.
    for (const { socket } of connections.all) socket.destroy();
  }, grace);
  await closed;
  clearTimeout(dropSilent);
  clearTimeout(cutOff);
}
