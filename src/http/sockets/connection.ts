/** An open connection as the limits of a port know it: what it is doing, and since when. Used by `http/sockets`. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const CONNECTION = Symbol('connection');
type KnownSocket = Socket & { [CONNECTION]?: Connection };

/** Most requests of a connection that are worked on at once. Engines and proxies send one at a time. */
const MOST = 4;

/** Goes up whenever a connection does something. */
let clock = 0;

/** What a connection is doing. It lies on its socket, so that a request finds it without a look-up. */
export class Connection {
  readonly socket: Socket;
  /** What limits count its address as. */
  readonly address: string;
  unanswered = 0;
  /** Whether its request will be refused when the second is over. */
  isRefused = false;
  /** The order in which connections were used: the higher, the later. */
  usedAt = ++clock;
  #whenAnswered: (() => void) | undefined;
  #latest: IncomingMessage | undefined;
  /** Bytes that had arrived with the last request that was answered: any more belong to the next one. */
  #bytesRead = 0;
  /** Bytes that had arrived when the last request began: it is the same for all that one read holds. */
  #readAt = 0;
  /** Requests of this read. */
  #ofRead = 0;

  constructor(socket: KnownSocket, address: string) {
    this.socket = socket;
    this.address = address;
    socket[CONNECTION] = this;
  }

  /** That of a socket; `undefined` if no limits know it. */
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
   * Whether one more request has to wait. Those of one read count even if they have been answered: Node may let that
   * happen before it parses the next, and all other connections wait meanwhile.
   */
  get isFull(): boolean {
    return this.unanswered >= MOST || (this.#ofRead >= MOST && this.socket.bytesRead === this.#readAt);
  }

  /** Calls back when all its requests are answered; from then on it has room again. */
  rest(then: () => void): void {
    this.#ofRead = 0;
    if (this.unanswered === 0) then();
    else this.#whenAnswered = then;
  }

  /** Whether the headers or the body of the connection's only request are on their way. */
  get isUnfinished(): boolean {
    if (this.unanswered === 0) return this.socket.bytesRead > this.#bytesRead;
    return this.unanswered === 1 && !this.#latest!.complete;
  }
}

/** Connections, and which of them is missed least. */
export class OpenConnections {
  readonly #members = new Set<Connection>();
  /** Those that were idle at {@link #sortedAt}; the one that was idle for the longest time comes last. */
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
   * The one that was idle for the longest time, or else the one whose request is refused or incomplete for the longest
   * time; `undefined` if all are being answered. Requests need not keep an order: idle connections are sorted here, and
   * again only when all that were are closed or in use.
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
