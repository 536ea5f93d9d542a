/** Bounds the connections of a server, all together and per address. Used by `server.ts`. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nameOf } from '../limits/client-address.js';
import type { LimitListener } from '../limits/request-limits.js';
import { refuseSocket } from './client-error.js';

/** How many connections there may be. */
export interface ConnectionLimitsOptions {
  /** The most connections, of all addresses. */
  readonly maxConnections: number;
  /** The most connections of one address. */
  readonly perAddress: number;
  /** The most requests of one address, at a time, whose headers or body have not arrived in full. */
  readonly unfinished: number;
  /** Whether an address may have any number: this machine, a proxy. */
  readonly isExempt: (remoteAddress: string) => boolean;
  readonly listener: LimitListener;
}

/** A connection that is open. */
interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests that have not been answered, in the order of their arrival. */
  readonly requests: Set<IncomingMessage>;
  /** Bytes that had arrived with the last request that was answered: any more belong to the next one. */
  bytesRead: number;
}

/** Most connections of a server: each takes a file descriptor and some 10 kB. */
export const MAX_CONNECTIONS = 8000;
/** Descriptors for all else: children, the journal, the log. */
const RESERVED = 64;
/** Part of the rest for connections: children that die and start again need more for a moment. */
const SHARE = 0.75;
const LEAST = 16;

/** How often unfinished headers are counted, in ms. Headers that arrive in one piece are never seen. */
const COUNT_INTERVAL_MS = 1000;

const REFUSAL = {
  status: '429 Too Many Requests',
  code: 'too_many_connections',
  message: 'too many connections',
  headers: ['Retry-After: 1'],
};
const UNFINISHED_REFUSAL = { ...REFUSAL, code: 'too_many_requests', message: 'too many unfinished requests' };

/**
 * Owns the list of a server's connections.
 *
 * Guarantees that a new connection is taken unless all others are being answered: the one that was idle for the
 * longest time is closed for it, or else the one whose request is incomplete for the longest time. Engines send
 * complete requests, twice a second. Never closes a connection whose request is being answered. Cuts off headers that
 * do not arrive in full, if their address has too many unfinished requests.
 */
export class ConnectionLimits {
  readonly #options: ConnectionLimitsOptions;
  /** Those that have been idle, or busy with the same request, for the longest time come first. */
  readonly #connections = new Map<Socket, Connection>();
  readonly #perAddress = new Map<string, Set<Connection>>();

  constructor(server: Server, options: ConnectionLimitsOptions) {
    this.#options = options;
    server.on('connection', (socket) => this.#admit(socket));
    server.prependListener('request', (request, response) => this.#track(request, response));
    const counter = setInterval(() => this.#refuseUnfinished(), COUNT_INTERVAL_MS).unref();
    server.once('close', () => clearInterval(counter));
  }

  /** All connections that are open. */
  get sockets(): Iterable<Socket> {
    return this.#connections.keys();
  }

  #admit(socket: Socket): void {
    // It was put back: see `upgrades.ts`.
    if (this.#connections.has(socket)) return;
    const remote = socket.remoteAddress ?? '';
    const connection: Connection = { socket, address: nameOf(remote), requests: new Set(), bytesRead: 0 };
    const { maxConnections, perAddress, isExempt } = this.#options;
    const mine = this.#perAddress.get(connection.address) ?? new Set();
    const isRoom =
      (mine.size < perAddress || isExempt(remote) || this.#makeRoom(mine)) &&
      (this.#connections.size < maxConnections || this.#makeRoom(this.#connections.values()));
    if (!isRoom) {
      this.#options.listener.limited('connections', connection.address);
      socket.on('error', () => socket.destroy());
      refuseSocket(socket, REFUSAL);
      return;
    }
    this.#perAddress.set(connection.address, mine);
    this.#append(connection);
    socket.once('close', () => this.#remove(connection));
  }

  #track(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket);
    if (connection === undefined) return;
    connection.requests.add(request);
    this.#append(connection);
    response.on('close', () => {
      connection.requests.delete(request);
      connection.bytesRead = connection.socket.bytesRead;
      if (this.#connections.has(connection.socket)) this.#append(connection);
    });
  }

  /** Closes the connection that is missed least. Returns whether there was one. */
  #makeRoom(connections: Iterable<Connection>): boolean {
    let unfinished: Connection | undefined;
    for (const connection of connections) {
      const { socket, address, requests } = connection;
      if (requests.size === 0) {
        this.#remove(connection);
        socket.destroy();
        this.#options.listener.evicted(address);
        return true;
      }
      if (isUnfinished(connection)) unfinished ??= connection;
    }
    if (unfinished === undefined) return false;
    this.#remove(unfinished);
    refuseSocket(unfinished.socket, REFUSAL);
    this.#options.listener.limited('connections', unfinished.address);
    return true;
  }

  /** Refuses the newest headers of those addresses that have too many unfinished requests. */
  #refuseUnfinished(): void {
    const { unfinished, isExempt, listener } = this.#options;
    for (const mine of this.#perAddress.values()) {
      if (mine.size <= unfinished) continue;
      let count = 0;
      for (const connection of mine) {
        const hasHeaders = connection.requests.size > 0;
        if (!isUnfinished(connection) || ++count <= unfinished || hasHeaders) continue;
        if (isExempt(connection.socket.remoteAddress ?? '')) break;
        this.#remove(connection);
        refuseSocket(connection.socket, UNFINISHED_REFUSAL);
        listener.limited('unfinished', connection.address);
      }
    }
  }

  /** Puts a connection at the end of the lists: it was the last that did something. */
  #append(connection: Connection): void {
    const mine = this.#perAddress.get(connection.address)!;
    this.#connections.delete(connection.socket);
    this.#connections.set(connection.socket, connection);
    mine.delete(connection);
    mine.add(connection);
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection.socket);
    const mine = this.#perAddress.get(connection.address);
    mine?.delete(connection);
    if (mine?.size === 0) this.#perAddress.delete(connection.address);
  }
}

/** Whether the headers or the body of the connection's only request are on their way. */
function isUnfinished({ socket, requests, bytesRead }: Connection): boolean {
  if (requests.size === 0) return socket.bytesRead > bytesRead;
  const [first] = requests;
  return requests.size === 1 && !first!.complete;
}

/**
 * The most connections that leave descriptors for children and files. `descriptors`: how many the process may have;
 * `undefined` means any number.
 */
export function connectionsWithin(descriptors: number | undefined): number {
  if (descriptors === undefined) return MAX_CONNECTIONS;
  return Math.min(MAX_CONNECTIONS, Math.max(LEAST, Math.floor(SHARE * (descriptors - RESERVED))));
}

/** How many file descriptors this process may have; `undefined` where the system does not say. */
export function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
