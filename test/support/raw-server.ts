/** Servers that write bytes as the test scripts them, where a server of Node's would not let them. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server, and how many requests and connections it has had. */
export interface RawServer {
  readonly url: URL;
  readonly counts: { requests: number; connections: number };
}

const open = new Map<Server, Set<Socket>>();

/** Closes all raw servers of a test. For `afterEach`. */
export async function closeRawServers(): Promise<void> {
  const servers = [...open];
  open.clear();
  await Promise.all(
    servers.map(([server, sockets]) => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
}

/**
 * Calls `answer` with each request that has come in full: its text, its number on its connection, and the connection.
 */
export async function serveRaw(answer: (socket: Socket, request: string, number: number) => void): Promise<RawServer> {
  const counts = { requests: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    counts.connections++;
    sockets.add(socket);
    let text = '';
    let number = 0;
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      for (let length = lengthOf(text); length !== undefined; length = lengthOf(text)) {
        const request = text.slice(0, length);
        text = text.slice(length);
        counts.requests++;
        answer(socket, request, ++number);
      }
    });
  });
  open.set(server, sockets);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), counts };
}

/** An answer that Node's own server would send for this JSON. */
export function rawAnswer(json: object, headers = ''): string {
  const text = JSON.stringify(json);
  return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`;
}

/** The length of the first request, if all of it is there. Its body is ASCII. */
function lengthOf(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = end + 4 + Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length < length ? undefined : length;
}
