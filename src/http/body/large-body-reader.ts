/** Parses large bodies in a thread, so that they do not hold up the event loop. Used by `body.ts`. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RequestError } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { HttpError } from '../context.js';
import type { ParsedLargeBody } from './large-body-thread.js';
import type { Body } from './parse-body.js';

/** Memory of the thread in MB: base, and for each MB of a body. `[[],[],…` takes 20 times its size. */
const THREAD_MB = { base: 64, perMb: 32 } as const;
/** Memory of the thread for new objects in MB. Node's default would fill 60 MB more with garbage. */
const THREAD_YOUNG_MB = 8;
/** The received parts of a body, in order. */
type Pieces = readonly Buffer<ArrayBuffer>[];

/** Longest time to parse one body, in ms. The largest takes a second. */
const PARSE_TIMEOUT_MS = 10_000;
/** The thread ends after this idle time, in ms. */
const IDLE_THREAD_MS = 60_000;

/**
 * Owns a thread that parses one body after the other; it starts with the first body.
 *
 * Guarantees that a body which exhausts the thread costs that request only: the thread is replaced.
 */
export class LargeBodyReader {
  readonly #memoryMb: number;
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param maxBody largest body, in bytes. */
  constructor(maxBody: number) {
    this.#memoryMb = THREAD_MB.base + THREAD_MB.perMb * Math.ceil(maxBody / (1024 * 1024));
  }

  /** Parses a body after the earlier ones. Throws like `parseBody`. Takes ownership of the pieces. */
  async read(pieces: Pieces): Promise<Body> {
    const parsing = this.#last.then(() => this.#parse(pieces));
    this.#last = parsing.catch(() => {});
    const parsed = await parsing;
    if (parsed.kind === 'not json') throw new HttpError(400, 'invalid_json', parsed.message, '');
    if (parsed.kind === 'no request') throw new RequestError(parsed.message, parsed.pointer);
    const { text } = parsed;
    return { request: JSON.parse(text) as GameRequest, text };
  }

  async #parse(pieces: Pieces): Promise<ParsedLargeBody> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#startThread());
    // Buffers with their own memory are transferred: copies of large bodies make garbage collection block the event
    // loop.
    thread.postMessage(
      pieces,
      pieces.flatMap(({ byteLength, buffer }) => (byteLength === buffer.byteLength ? buffer : [])),
    );
    const stopped = new AbortController();
    const [answer] = await Promise.race([
      once(thread, 'message', { signal: stopped.signal }),
      once(thread, 'exit', { signal: stopped.signal }).then(() => []),
      wait(PARSE_TIMEOUT_MS, [], { signal: stopped.signal, ref: false }),
    ])
      .catch(() => [])
      .finally(() => stopped.abort());
    this.#idle = setTimeout(() => this.#endThread(), IDLE_THREAD_MS).unref();
    if (answer !== undefined) return answer as ParsedLargeBody;
    this.#endThread();
    throw new HttpError(413, 'body_too_complex', 'reading the body takes too much memory or time', '');
  }

  #startThread(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: THREAD_YOUNG_MB };
    const thread = new Worker(new URL('./large-body-thread.js', import.meta.url), { resourceLimits });
    // A thread that runs out of memory between two bodies must not end the host.
    thread.on('error', () => {});
    thread.unref();
    return thread;
  }

  #endThread(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }
}
