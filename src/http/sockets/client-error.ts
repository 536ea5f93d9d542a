/**
 * Responses to requests that never reach an app, as JSON in the app's format: some are written directly to the socket.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.js';

interface SocketRefusal {
  /** With its reason phrase: `400 Bad Request`. */
  readonly status: string;
  readonly code: string;
  readonly message: string;
  /** Further headers, without line ends: `Retry-After: 1`. */
  readonly headers?: readonly string[];
}

const REFUSALS: Readonly<Record<string, SocketRefusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: 'the headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    message: 'the request did not arrive in time',
  },
};
const MALFORMED: SocketRefusal = { status: '400 Bad Request', code: 'malformed_http', message: 'this is not HTTP' };
const NO_TUNNELS: SocketRefusal = {
  status: '405 Method Not Allowed',
  code: 'method_not_allowed',
  message: 'CONNECT is not supported: this is not a proxy',
  headers: ['Allow: GET, HEAD, POST'],
};

/**
 * Answers requests that Node would answer without a body, or not at all: broken HTTP, slow requests, `CONNECT`, and an
 * `Expect` other than `100-continue`. A client that half-closes its connection after a request gets its answer, too.
 */
export function answerOddRequests(server: Server): void {
  // Missing from the types of Node.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const refusal = REFUSALS[error.code ?? ''];
    const connection = refusal === undefined ? Connection.of(socket as Socket) : undefined;
    // Requests that arrived whole before the broken one get their answers first.
    if (connection === undefined || connection.isUnfinished) return refuseSocket(socket, refusal ?? MALFORMED);
    return connection.rest(() => refuseSocket(socket, MALFORMED));
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuseSocket(socket, NO_TUNNELS);
  });
  server.on('checkExpectation', ({ headers }, response) => {
    const expected = String(headers.expect).slice(0, 60);
    const message = `"Expect: ${expected}" cannot be met; only "100-continue" can`;
    const body = JSON.stringify({ error: { code: 'expectation_failed', message } });
    const length = Buffer.byteLength(body);
    response.writeHead(417, { 'Content-Type': 'application/json', 'Content-Length': length }).end(body);
  });
}

/** Sends JSON like the error handler, and closes the connection. */
export function refuseSocket(socket: Duplex, { status, code, message, headers = [] }: SocketRefusal): void {
  const body = JSON.stringify({ error: { code, message } });
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Type: application/json', length, ...headers];
  socket.end([...lines, '', body].join('\r\n'), () => socket.destroy());
}
