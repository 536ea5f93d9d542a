/** The state of an open connection for the limits of a port. Used by `http/sockets`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const CONNECTION = Symbol('connection');
type KnownSocket = Socket & { [CONNECTION]?: Connection };

/** Most parallel requests of a connection. Engines and proxies send one at a time. */
const MOST = 4;

/** Counts the actions of all connections. */
let clock = 0;

/** The state of a connection. Stored on its socket, so that a request finds it without a look-up. */
export class Connection {
  readonly socket: Socket;
  /** The name of its address in limits. */
  readonly address: string;
  unanswered = 0;
  /** Whether its request will be refused at the end of the second. */
  isRefused = false;
  /** The order of last use: higher is later. */
  usedAt = ++clock;
  #whenAnswered: (() => void) | undefined;
  #latest: IncomingMessage | undefined;
  /** Bytes received up to the end of the last answered request: further bytes belong to the next one. */
  #bytesRead = 0;
  /** Bytes received when the last request began: equal for all requests of one read. */
  #readAt = 0;
  #ofRead = 0;

  constructor(socket: KnownSocket, address: string) {
    this.socket = socket;
    this.address = address;
    socket[CONNECTION] = this;
  }

  /** The connection of a socket; `undefined` without limits. */
  static of(socket: KnownSocket | null | undefined): Connection | undefined {
    return socket?.[CONNECTION];
  }

  began(request: IncomingMessage): void {
    this.unanswered++;
    this.#latest = request;
    this.usedAt = ++clock;
    const { bytesRead } = this.socket;
    this.#ofRead = bytesRead === this.#readAt ? this.#ofRead + 1 : 1;
    this.#readAt = bytesRead;
  }

  answered(): void {
    this.usedAt = ++clock;
    if (--this.unanswered > 0) return;
    this.#latest = undefined;
    this.#bytesRead = this.socket.bytesRead;
    const next = this.#whenAnswered;
    this.#whenAnswered = undefined;
    next?.();
  }

  /**
   * Whether another request must wait. Requests of one read count even when answered: Node may answer them before it
   * parses the next, while all other connections wait.
   */
  get isFull(): boolean {
    return this.unanswered >= MOST || (this.#ofRead >= MOST && this.socket.bytesRead === this.#readAt);
  }

  /** Calls back when all its requests are answered; then it has room again. */
  rest(then: () => void): void {
    this.#ofRead = 0;
    if (this.unanswered === 0) then();
    else this.#whenAnswered = then;
  }

  /** Whether the headers or body of the connection's only request are incomplete. */
  get isUnfinished(): boolean {
    if (this.unanswered === 0) return this.socket.bytesRead > this.#bytesRead;
    return this.unanswered === 1 && !this.#latest!.complete;
  }
}

/** Open connections, and which of them to close first. */
export class OpenConnections {
  readonly #members = new Set<Connection>();
  /** Connections that were idle at {@link #sortedAt}; the one idle for longest comes last. */
  #idle: Connection[] = [];
  #sortedAt = 0;

  get size(): number {
    return this.#members.size;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#members.values();
  }

  add(connection: Connection): void {
    this.#members.add(connection);
  }

  delete(connection: Connection): void {
    this.#members.delete(connection);
  }

  /**
   * The connection to close: the longest idle, else the longest refused or incomplete; `undefined` if all are being
   * answered. Idle ones are sorted on demand.
   */
  leastMissed(): Connection | undefined {
    const idle = this.#nextIdle();
    if (idle !== undefined) return idle;
    this.#idle = [...this.#members].filter(({ unanswered }) => unanswered === 0);
    this.#idle.sort((one, other) => other.usedAt - one.usedAt);
    this.#sortedAt = clock;
    return this.#nextIdle() ?? this.#oldestUnfinished();
  }

  #nextIdle(): Connection | undefined {
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      if (last.usedAt <= this.#sortedAt && this.#members.has(last)) return last;
    }
    return undefined;
  }

  #oldestUnfinished(): Connection | undefined {
    let oldest: Connection | undefined;
    for (const one of this.#members) {
      if ((one.isRefused || one.isUnfinished) && (oldest === undefined || one.usedAt < oldest.usedAt)) oldest = one;
    }
    return oldest;
  }
}
