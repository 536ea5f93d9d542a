/**
 * Lets an app answer WebSocket requests. Used by `server.ts`.
 *
 * Node hands a request that asks for any upgrade to the listeners for upgrades, and no longer reads it: a `/move` of an
 * engine that offers HTTP/2 would be lost. Such requests are put back without the headers that ask.
 */
import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A connection that can become a WebSocket, and what has been read of it already. */
export interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

const upgrades = new WeakMap<IncomingMessage, { readonly upgrade: Upgrade; readonly response: ServerResponse }>();

/** Headers that ask for an upgrade. */
const WISHES: ReadonlySet<string> = new Set(['upgrade', 'connection', 'http2-settings']);

/** Passes requests for a WebSocket to the server's listeners like all others. */
export function takeUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      return putBack(server, request, socket, head);
    }
    // Its body is the WebSocket: nobody has to wait for more.
    request.complete = true;
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    upgrades.set(request, { upgrade: { socket, head }, response });
    server.emit('request', request, response);
  });
}

/** Takes the connection of a request that asks for a WebSocket: nobody answers it any more. `undefined` for others. */
export function takeUpgrade(request: IncomingMessage): Upgrade | undefined {
  const found = upgrades.get(request);
  if (found === undefined) return undefined;
  upgrades.delete(request);
  found.response.removeAllListeners('finish');
  found.response.detachSocket(request.socket);
  return found.upgrade;
}

/** The connection begins again with this request, as if it had not asked for an upgrade. */
function putBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (!WISHES.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  socket.removeAllListeners('error');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
