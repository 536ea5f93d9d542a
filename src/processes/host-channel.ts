/** The child's end of the channel to its host. The programs of children open it before any strategy runs. */
import { readSync, writeSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';
import { CHANNEL_BROKEN } from './child-channel.js';
import { MessageReader } from './message-reader.js';
import { CHANNEL_DESCRIPTOR } from './program.js';

/** Wait before the rest of a message is tried again when the pipe is full, in ms. */
const RETRY_MS = 1;
const READ_SIZE = 64 * 1024;
/** Wait between two looks at the pipe outside of the loop, in ms: one that finds nothing takes 5 to 20 µs. */
const LOOK_INTERVAL_MS = 1;

// Kept here because a strategy may replace them: nothing that it does to `process` or `fs` may keep a child alive.
const exit = process.exit.bind(process);
const write = writeSync;
const read = readSync;
const stringify = JSON.stringify;

/**
 * Owns descriptor 3.
 *
 * Guarantees that a message has left when {@link send} returns, unless the pipe is full: a strategy may never give the
 * event loop another turn. Ends this process when the host closes the channel or exits. Never waits.
 */
export class HostChannel<In, Out extends object> {
  /** What the pipe did not take yet, in order. */
  readonly #unsent: Buffer[] = [];
  #isRetrying = false;
  readonly #reader: MessageReader;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  /** What was read outside of the loop, in order: it is received when the loop turns. */
  #ahead: Buffer[] = [];
  #nextLook = 0;

  /**
   * @param received gets each message, the line in which it came, and the lines that follow it.
   * @param linesAfter how many these are.
   */
  constructor(
    received: (message: In, line: string, after: readonly string[]) => void,
    linesAfter?: (message: unknown) => number,
  ) {
    this.#reader = new MessageReader({
      maxLine: Infinity,
      linesAfter,
      // The host sends nothing but its messages. If something that the strategy started has read from the pipe, no
      // further line can be trusted.
      received: (message, line, after) => received(message as In, line, after),
      failed: () => exit(CHANNEL_BROKEN),
    });
    const onread = {
      buffer: this.#buffer,
      callback: (length: number) => {
        this.#receiveAhead();
        this.#reader.push(this.#buffer.subarray(0, length));
        return true;
      },
    };
    // The types know `onread` for `connect` only; the constructor takes it too.
    const options: SocketConstructorOpts = { fd: CHANNEL_DESCRIPTOR, readable: true, writable: false };
    const socket = new Socket({ ...options, onread } as SocketConstructorOpts);
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => exit());
  }

  /**
   * Sends a message. If the pipe is full, the rest follows when there is room. Throws if it is not JSON.
   *
   * @param after a line that follows, as it is; it holds no line break.
   */
  send(message: Out, after?: string): void {
    const line = stringify(message);
    this.#unsent.push(Buffer.from(after === undefined ? `${line}\n` : `${line}\n${after}\n`));
    this.#flush();
  }

  /** Sends a message, or drops it if the pipe is full. */
  offer(message: Out): void {
    if (this.#unsent.length > 0) this.#flush();
    if (this.#unsent.length === 0) this.send(message);
  }

  /**
   * Whether something has come that was not received. For code that blocks the loop, in which nothing is received: it
   * may ask as often as it likes.
   */
  hasMore(): boolean {
    if (this.#ahead.length > 0) return true;
    const now = performance.now();
    if (now < this.#nextLook) return false;
    this.#nextLook = now + LOOK_INTERVAL_MS;
    const length = readSome(this.#buffer);
    if (length === undefined) return false;
    this.#ahead.push(Buffer.from(this.#buffer.subarray(0, length)));
    setImmediate(() => this.#receiveAhead());
    return true;
  }

  #receiveAhead(): void {
    if (this.#ahead.length === 0) return;
    const ahead = this.#ahead;
    this.#ahead = [];
    for (const bytes of ahead) this.#reader.push(bytes);
  }

  #flushLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    setTimeout(() => {
      this.#isRetrying = false;
      this.#flush();
    }, RETRY_MS);
  }

  #flush(): void {
    while (this.#unsent.length > 0) {
      const bytes = this.#unsent[0]!;
      const written = writeSome(bytes);
      if (written < bytes.length) {
        this.#unsent[0] = bytes.subarray(written);
        return this.#flushLater();
      }
      this.#unsent.shift();
    }
  }
}

/**
 * Returns the number of bytes that the pipe took. Exits if the channel is closed: nothing could be reported any more.
 */
function writeSome(bytes: Buffer): number {
  try {
    return write(CHANNEL_DESCRIPTOR, bytes);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') exit(CHANNEL_BROKEN);
    return 0;
  }
}

/** Returns the number of bytes that the pipe had; `undefined` if it is empty, 0 at its end, which the loop sees too. */
function readSome(bytes: Buffer): number | undefined {
  try {
    return read(CHANNEL_DESCRIPTOR, bytes);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EAGAIN' ? undefined : 0;
  }
}
