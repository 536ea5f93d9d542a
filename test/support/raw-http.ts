/** HTTP by hand, for requests that no well-behaved client would send. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { soon } from './soon.js';

/** A TCP connection that a test controls byte by byte. */
export interface RawConnection {
  readonly socket: Socket;
  send(text: string | Buffer): void;
  /** Resolves with everything received so far once it contains `pattern`; rejects if the connection closes first. */
  until(pattern: string | RegExp): Promise<string>;
  /** Resolves with everything received when the other side has closed the connection. */
  closed(): Promise<string>;
}

/** Connects to a port of this machine, from `localAddress` if it is given: on Linux, all of 127.0.0.0/8 are ours. */
export async function openRaw(port: number, localAddress = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => void socket.write(text),
    async until(pattern) {
      const found = () => (typeof pattern === 'string' ? received.includes(pattern) : pattern.test(received));
      while (!found()) {
        const arrived = new Promise<void>((resolve) => void socket.once('data', () => resolve()));
        const closed = ended.then(() => Promise.reject(new Error(`closed after: ${received}`)));
        await soon(Promise.race([arrived, closed]), () => `${String(pattern)} in: ${received}`);
      }
      return received;
    },
    async closed() {
      await soon(ended, () => `the end of the connection, after: ${received}`);
      return received;
    },
  };
}

/** Sends pieces one after the other. Resolves with everything received, once the other side has closed. */
export async function exchangeRaw(port: number, ...pieces: readonly string[]): Promise<string> {
  const raw = await openRaw(port);
  for (const piece of pieces) {
    raw.send(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return raw.closed();
}

export function postText(path: string, body: string, headers: readonly string[] = []): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`POST ${path} HTTP/1.1`, 'Host: test', length, ...headers, '', body].join('\r\n');
}
