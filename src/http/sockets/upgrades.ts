/**
 * Takes sockets from Node in the middle of a connection: for WebSockets, and where requests come faster than they are
 * answered. Used by `server.ts`.
 *
 * Node parses everything that arrives with one read and hands it over at once: 64 kB of one client are more than a
 * thousand requests. So a request behind a few others is treated as an upgrade: Node stops in the middle of the read
 * and hands over the socket with the remaining bytes. They wait in the socket, which is no longer read, until all
 * earlier requests are answered.
 *
 * Node also hands over a request that asks for any upgrade, and no longer reads it: a `/move` of an engine that offers
 * HTTP/2 would be lost. Such requests are put back without the headers that ask.
 */
import { IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.js';

/** How long a full connection rests after its last answer, in ms: others come first. */
const REST_MS = 50;

/** A connection that can become a WebSocket, and its unparsed bytes. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, { readonly upgrade: Upgrade; readonly response: ServerResponse }>();

const WISHES: ReadonlySet<string> = new Set(['upgrade', 'connection', 'http2-settings']);

/** Node's request, except that one behind too many others is treated as an upgrade. */
export class BoundedRequest extends IncomingMessage {
  /** `declare`, since Node's constructor sets it, too. */
  declare private isTaken: boolean | null;

  get upgrade(): boolean | null {
    return this.isTaken;
  }

  /** Node sets it before it hands the request over, to whether the request asks for an upgrade. */
  set upgrade(isAsked: boolean | null) {
    this.isTaken = isAsked === false ? Connection.of(this.socket)?.isFull === true : isAsked;
  }
}

/**
 * Passes requests for a WebSocket to the server's listeners like all others, and holds back requests that come too
 * fast.
 *
 * @param hasSockets whether the app takes requests for a WebSocket; else they are requests like all others.
 * @param held gets an address that sends requests faster than they are answered.
 */
export function takeUpgrades(server: Server, hasSockets: boolean, held: (address: string) => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const destroy = () => socket.destroy();
    socket.on('error', destroy);
    const handBack = () => {
      if (socket.destroyed || socket.writableEnded) return;
      socket.off('error', destroy);
      server.emit('connection', socket);
      // Node reads whenever a socket resumes, even with waiting bytes. Without these listeners, it reads when there is
      // room.
      socket.removeAllListeners('pause').removeAllListeners('resume');
    };
    const connection = Connection.of(socket);
    if (connection !== undefined && (connection.isFull || connection.unanswered > 0)) {
      if (connection.isFull) held(connection.address);
      putBack(request, socket, head);
      connection.rest(() => setTimeout(handBack, REST_MS));
    } else if (!hasSockets || request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      putBack(request, socket, head, WISHES);
      handBack();
    } else {
      open(server, request, socket, head);
    }
  });
}

/** Restarts the connection with this request, without some of its headers. */
function putBack(request: IncomingMessage, socket: Socket, head: Buffer, without?: ReadonlySet<string>): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (without?.has(name.toLowerCase()) !== true) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  // The client may also have asked for the end of the connection.
  if (without !== undefined && /\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close');
  socket.unshift(head);
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
}

function open(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  // Its body is the WebSocket: there is nothing to wait for.
  request.complete = true;
  Connection.of(socket)?.began(request);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => socket.end());
  upgrades.set(request, { upgrade: { socket, head }, response });
  server.emit('request', request, response);
}

/** Takes the connection of a WebSocket request, which gets no response. `undefined` for other requests. */
export function takeUpgrade(request: IncomingMessage): Upgrade | undefined {
  const found = upgrades.get(request);
  if (found === undefined) return undefined;
  upgrades.delete(request);
  found.response.removeAllListeners('finish');
  found.response.detachSocket(request.socket);
  return found.upgrade;
}
