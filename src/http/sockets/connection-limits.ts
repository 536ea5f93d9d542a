/** Bounds the connections of a server, all together and per address. Used by `server.ts`. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nameOf } from '../limits/client-address.js';
import type { LimitEvents } from '../limits/limit-events.js';
import { refuseSocket } from './client-error.js';

/** How many connections there may be. */
export interface ConnectionLimitsOptions {
  /** The most connections, of all addresses. */
  readonly maxConnections: number;
  /** The most connections of one address. */
  readonly perAddress: number;
  /** Whether an address may have any number: this machine, a proxy. */
  readonly isExempt: (remoteAddress: string) => boolean;
  readonly events: LimitEvents;
}

/** A connection that is open. */
interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests that have not been answered, in the order of their arrival. */
  readonly requests: Set<IncomingMessage>;
}

const REFUSAL = {
  status: '429 Too Many Requests',
  code: 'too_many_connections',
  message: 'too many connections',
  headers: ['Retry-After: 1'],
};

/**
 * Owns the list of a server's connections.
 *
 * Guarantees that a new connection is taken unless all others are being answered: the one that was idle for the
 * longest time is closed for it, or else the one whose request is incomplete for the longest time. Engines send
 * complete requests, twice a second. Never closes a connection whose request is being answered.
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
  }

  /** All connections that are open. */
  get sockets(): Iterable<Socket> {
    return this.#connections.keys();
  }

  #admit(socket: Socket): void {
    const remote = socket.remoteAddress ?? '';
    const connection: Connection = { socket, address: nameOf(remote), requests: new Set() };
    const { maxConnections, perAddress, isExempt } = this.#options;
    const mine = this.#perAddress.get(connection.address) ?? new Set();
    const isRoom =
      (mine.size < perAddress || isExempt(remote) || this.#makeRoom(mine)) &&
      (this.#connections.size < maxConnections || this.#makeRoom(this.#connections.values()));
    if (!isRoom) {
      this.#options.events.limited('connections', connection.address);
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
    response.once('close', () => {
      connection.requests.delete(request);
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
        this.#options.events.evicted(address);
        return true;
      }
      const [first] = requests;
      if (requests.size === 1 && !first!.complete) unfinished ??= connection;
    }
    if (unfinished === undefined) return false;
    this.#remove(unfinished);
    refuseSocket(unfinished.socket, REFUSAL);
    this.#options.events.limited('connections', unfinished.address);
    return true;
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
