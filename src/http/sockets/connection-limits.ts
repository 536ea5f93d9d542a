/** Limits the connections of a server, all together and per address. Used by `server.ts`. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { nameOf } from '../limits/client-address.js';
import type { LimitListener } from '../limits/request-limits.js';
import { refuseSocket } from './client-error.js';
import { Connection, OpenConnections } from './connection.js';

export interface ConnectionLimitsOptions {
  readonly maxConnections: number;
  readonly perAddress: number;
  /** Most parallel requests of one address with incomplete headers or body. */
  readonly unfinished: number;
  /** Whether an address is exempt: this machine, a proxy. */
  readonly isExempt: (remoteAddress: string) => boolean;
  readonly listener: LimitListener;
}

/** Most connections of a server: each takes a file descriptor and some 10 kB. */
export const MAX_CONNECTIONS = 8000;
/** Descriptors for everything else: children, the journal, the log. */
const RESERVED = 64;
/** Part of the rest for connections: children that restart briefly need more. */
const SHARE = 0.75;
const LEAST = 16;

/** How often unfinished headers are counted, in ms. Headers that arrive in one piece never count. */
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
 * Guarantees that a new connection is accepted unless all others are being answered: the one that was idle for longest
 * is closed for it, or else the one whose request is incomplete for longest. Engines send complete requests, twice a
 * second. Never closes a connection whose request is being answered. Cuts off headers that do not arrive in full, if
 * their address has too many unfinished requests.
 */
export class ConnectionLimits {
  readonly #options: ConnectionLimitsOptions;
  readonly #all = new OpenConnections();
  readonly #perAddress = new Map<string, OpenConnections>();

  constructor(server: Server, options: ConnectionLimitsOptions) {
    this.#options = options;
    server.on('connection', (socket) => this.#admit(socket));
    const counter = setInterval(() => this.#refuseUnfinished(), COUNT_INTERVAL_MS).unref();
    server.once('close', () => clearInterval(counter));
  }

  get all(): Iterable<Connection> {
    return this.#all;
  }

  #admit(socket: Socket): void {
    // It was put back: see `upgrades.ts`.
    if (Connection.of(socket) !== undefined) return;
    const remote = socket.remoteAddress ?? '';
    const address = nameOf(remote);
    const { maxConnections, perAddress, isExempt } = this.#options;
    const mine = this.#perAddress.get(address) ?? new OpenConnections();
    const isRoom =
      (mine.size < perAddress || isExempt(remote) || this.#makeRoom(mine)) &&
      (this.#all.size < maxConnections || this.#makeRoom(this.#all));
    if (!isRoom) {
      this.#options.listener.limited('connections', address);
      socket.on('error', () => socket.destroy());
      refuseSocket(socket, REFUSAL);
      return;
    }
    const connection = new Connection(socket, address);
    this.#perAddress.set(address, mine);
    this.#all.add(connection);
    mine.add(connection);
    socket.once('close', () => this.#remove(connection));
  }

  #makeRoom(connections: OpenConnections): boolean {
    const least = connections.leastMissed();
    if (least === undefined) return false;
    this.#remove(least);
    if (least.unanswered === 0) {
      least.socket.destroy();
      this.#options.listener.evicted(least.address);
    } else {
      refuseSocket(least.socket, REFUSAL);
      this.#options.listener.limited('connections', least.address);
    }
    return true;
  }

  /** Refuses the newest headers of addresses with too many unfinished requests. */
  #refuseUnfinished(): void {
    const { unfinished, isExempt, listener } = this.#options;
    for (const mine of this.#perAddress.values()) {
      if (mine.size <= unfinished) continue;
      let count = 0;
      for (const connection of mine) {
        const hasHeaders = connection.unanswered > 0;
        if (!connection.isUnfinished || ++count <= unfinished || hasHeaders) continue;
        if (isExempt(connection.socket.remoteAddress ?? '')) break;
        this.#remove(connection);
        refuseSocket(connection.socket, UNFINISHED_REFUSAL);
        listener.limited('unfinished', connection.address);
      }
    }
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection);
    const mine = this.#perAddress.get(connection.address);
    mine?.delete(connection);
    if (mine?.size === 0) this.#perAddress.delete(connection.address);
  }
}

/**
 * The most connections that leave descriptors for children and files. `descriptors`: how many the process may have;
 * `undefined` means any number.
 */
export function connectionsWithin(descriptors: number | undefined): number {
  if (descriptors === undefined) return MAX_CONNECTIONS;
  return Math.min(MAX_CONNECTIONS, Math.max(LEAST, Math.floor(SHARE * (descriptors - RESERVED))));
}

/** How many file descriptors this process may have; `undefined` where the system does not report it. */
export function descriptorLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
