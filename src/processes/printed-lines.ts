/** Reads what a program writes to standard error, as lines. Owned by `SupervisedChild`. */
import type { Readable } from 'node:stream';

/** Bytes kept of a line. */
const MAX_LINE = 4096;
/** Bytes that are read in {@link WINDOW_MS}. A program that writes more has to wait: it costs the host no more time. */
const MAX_BYTES = 1024 * 1024;
const WINDOW_MS = 1000;

/**
 * Owns one stream and the line that has not arrived as a whole.
 *
 * Guarantees that it holds no more than a line, and reads no more than a megabyte a second. Never fails.
 */
export class PrintedLines {
  /** The last line that was not empty; '' before the first. */
  last = '';
  readonly #stream: Readable;
  readonly #printed: (line: string) => void;
  #begun = Buffer.alloc(0);
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param printed gets each line that is not empty. */
  constructor(stream: Readable, printed: (line: string) => void) {
    this.#stream = stream;
    this.#printed = printed;
    stream.on('data', (chunk: Buffer) => this.#read(chunk));
    stream.on('end', () => this.#take(this.#begun));
    // Without a listener, an error would end the host.
    stream.on('error', () => undefined);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stream.removeAllListeners('data').destroy();
  }

  #read(chunk: Buffer): void {
    this.#limit(chunk.length);
    const lines = Buffer.concat([this.#begun, chunk]);
    let from = 0;
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', from)) {
      this.#take(lines.subarray(from, end));
      from = end + 1;
    }
    this.#begun = Buffer.from(lines.subarray(from, from + MAX_LINE));
  }

  #limit(bytes: number): void {
    this.#bytes += bytes;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#bytes = 0;
      this.#stream.resume();
    }, WINDOW_MS).unref();
    if (this.#bytes > MAX_BYTES) this.#stream.pause();
  }

  #take(line: Buffer): void {
    const text = line.toString('utf8', 0, MAX_LINE).trimEnd();
    if (text === '') return;
    this.last = text;
    this.#printed(text);
  }
}
