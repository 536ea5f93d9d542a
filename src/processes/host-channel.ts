/** The child's end of the channel to its host. The programs of children open it before any strategy runs. */
import { readSync, writeSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers';
import { messageOf } from '../errors/errors.js';
import { CHANNEL_BROKEN } from './child-channel.js';
import { MessageReader } from './message-reader.js';
import { CHANNEL_DESCRIPTOR } from './program.js';

/** Pause before the rest of a message is retried when the pipe is full, in ms. */
const RETRY_MS = 1;
const READ_SIZE = 64 * 1024;
/** Pause between two reads of the pipe outside of the event loop, in ms; an empty read takes 5 to 20 µs. */
const LOOK_INTERVAL_MS = 1;

// Kept because a strategy may replace them: no change of `process` or `fs` may keep a child alive.
const exit = process.exit.bind(process);
const write = writeSync;
const read = readSync;
const stringify = JSON.stringify;

/**
 * Owns descriptor 3.
 *
 * Guarantees that a message has left when {@link send} returns, unless the pipe is full, because a strategy may never
 * return to the event loop. Ends this process when the host closes the channel or exits. Never waits.
 */
export class HostChannel<In, Out extends object> {
  /** Bytes that the pipe has not accepted yet, in order. */
  readonly #unsent: Buffer[] = [];
  #isRetrying = false;
  readonly #reader: MessageReader;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_SIZE);
  /** Bytes read outside of the event loop, in order; received in its next turn. */
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
      // The host sends only its messages. If a process of the strategy has read from the pipe, no later line can be
      // trusted.
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
   * Sends a message. If the pipe is full, the rest follows later. Throws if it is not JSON.
   *
   * @param after a line that follows, without a line break in it.
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
   * Whether an unreceived message has arrived. For code that blocks the event loop, in which nothing is received; cheap
   * enough to call often.
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
 * Returns the number of bytes that the pipe accepted. Exits if the channel is closed: nothing could be reported any
 * more.
 */
function writeSome(bytes: Buffer): number {
  try {
    return write(CHANNEL_DESCRIPTOR, bytes);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') exit(CHANNEL_BROKEN);
    return 0;
  }
}

/** Returns the number of bytes read; `undefined` if the pipe is empty, 0 at its end, which the loop reports, too. */
function readSome(bytes: Buffer): number | undefined {
  try {
    return read(CHANNEL_DESCRIPTOR, bytes);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EAGAIN' ? undefined : 0;
  }
}

/** The types of a task: what the child gets, what it says meanwhile, and what it comes to. */
export interface TaskTypes {
  readonly task: object;
  readonly news: unknown;
  readonly result: unknown;
}

/** News of a task in any number; last its result, or why there is none. */
export type TaskMessage<Types extends TaskTypes> =
  { readonly news: Types['news'] } | { readonly result: Types['result'] } | { readonly failed: string };

/** Does the one task of this process, for `startTask`. Returns a function that tells the host news. */
export function serveTask<Types extends TaskTypes>(
  run: (task: Types['task']) => Types['result'] | Promise<Types['result']>,
): (news: Types['news']) => void {
  const host = new HostChannel<Types['task'], TaskMessage<Types>>((task) => {
    const answer = async (): Promise<void> => host.send({ result: await run(task) });
    answer().catch((thrown: unknown) => host.send({ failed: messageOf(thrown) }));
  });
  return (news) => host.send({ news });
}
