/** A client that no engine resembles: it sends what it likes, as often as it likes, and ignores every answer. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** The first address of strangers, where this machine has several: not the engine's. */
const FIRST_ADDRESS = 66;
const ANSWER_LIMIT_MS = 20_000;
const RETRY_MS = 20;

/**
 * An address of this machine for the strangers of one flood: one that connects all the time uses up the ports of its
 * address for a minute.
 */
export function strangerAddress(flood: number): string {
  return process.platform === 'linux' ? `127.0.0.${FIRST_ADDRESS + flood}` : '127.0.0.1';
}

/** Owns the connections of all strangers of one process. */
export class Stranger {
  readonly #port: number;
  readonly #from: string;
  readonly #held = new Set<Socket>();
  /** Connections that were kept open and are idle. */
  readonly #idle: Socket[] = [];
  /** How often something was sent. */
  sent = 0;
  /** Answers by status; 0 is a connection that was cut or refused. */
  readonly statuses = new Map<number, number>();

  /** @param from the address of this machine from which it connects. */
  constructor(port: number, from: string) {
    this.#port = port;
    this.#from = from;
  }

  get open(): number {
    return this.#held.size;
  }

  /** Opens a connection, or resolves with `undefined` after a moment if it is refused. */
  async connect(): Promise<Socket | undefined> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#from });
    socket.on('error', () => undefined);
    this.#held.add(socket);
    socket.once('close', () => this.#held.delete(socket));
    const arrived = await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (arrived !== undefined && !socket.destroyed) return socket;
    this.#count(0);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return undefined;
  }

  /** Posts a body on a connection that is kept, and waits for the answer. */
  async post(path: string, body: Buffer | string): Promise<void> {
    await this.#ask(`${postHead(path, Buffer.byteLength(body))}\r\n`, body);
  }

  /** The same without a body. */
  async get(path: string, headers: string): Promise<void> {
    await this.#ask(`GET ${path} HTTP/1.1\r\nHost: stranger\r\n${headers}\r\n`);
  }

  async #ask(head: string, body?: Buffer | string): Promise<void> {
    let socket = this.#idle.pop();
    if (socket === undefined || socket.destroyed) socket = await this.connect();
    if (socket === undefined) return;
    this.sent += 1;
    socket.write(head);
    if (body !== undefined) socket.write(body);
    const status = await this.answer(socket);
    if (status === 0) socket.destroy();
    else this.#idle.push(socket);
  }

  close(): void {
    for (const socket of this.#held) socket.destroy();
  }

  /** The status of the next answer on a connection; 0 if it was cut instead. */
  async answer(socket: Socket): Promise<number> {
    const status = await new Promise<number>((resolve) => {
      const finish = (found: number) => {
        clearTimeout(timer);
        socket.off('data', read).off('close', cut);
        resolve(found);
      };
      const cut = () => finish(0);
      // Answers of the host are far smaller than a packet.
      const read = (data: Buffer) => finish(Number(/^HTTP\/1\.\d (\d+)/.exec(data.toString('latin1'))?.[1] ?? 0));
      const timer = setTimeout(cut, ANSWER_LIMIT_MS);
      socket.once('data', read).once('close', cut);
    });
    this.#count(status);
    return status;
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** The head of a POST without its last line break, so that more headers may follow. */
export function postHead(path: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: stranger\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
}
