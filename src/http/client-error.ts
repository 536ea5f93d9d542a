/** The response to a request that never reaches an app: it is not HTTP, or it did not arrive in time. */
import type { Duplex } from 'node:stream';

const REFUSALS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'timeout', 'the request did not arrive in time'],
};
const MALFORMED = ['400 Bad Request', 'malformed_http', 'this is not HTTP'] as const;

/** Sends the same form of JSON as the error handler and closes the connection. Listens to a server's `clientError`. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: { code, message } });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
