/** Reads what a program writes to standard error, as lines. Owned by `SupervisedChild`. */
import type { Readable } from 'node:stream';

/** Bytes kept of a line. */
const MAX_LINE = 4096;
/** Bytes read in {@link WINDOW_MS}. A program that writes more has to wait, so it costs the host no more time. */
const MAX_BYTES = 1024 * 1024;
const WINDOW_MS = 1000;
const KEPT = 8;
/** The start of a crash in Go, Python, Rust, Java, C++ and Node. The lines that follow do not name the cause. */
const CRASH =
  /^(?:panic: |fatal error: |Traceback \(|thread '|Exception in |terminate called |\w*(?:Error|Exception): )/;
/** Lines after which such a line no longer counts as the start of the last output. */
const LONGEST_CRASH = 200;

/**
 * Owns one stream and its incomplete line.
 *
 * Guarantees that it holds only a few lines, and reads at most a megabyte a second. Never fails.
 */
export class PrintedLines {
  readonly #stream: Readable;
  readonly #printed: (line: string) => void;
  /** The last lines, without empty ones. */
  readonly #last: string[] = [];
  /** The line before them at which a crash began. */
  #crash: { readonly line: string; readonly at: number } | undefined;
  #count = 0;
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

  /** The last `count` lines, preceded by the line at which a crash began. */
  tail(count = KEPT): string[] {
    const isRecent = this.#crash !== undefined && this.#count - this.#crash.at <= LONGEST_CRASH;
    const earlier = this.#last.slice(0, -count).findLast((line) => CRASH.test(line));
    const began = earlier ?? (isRecent ? this.#crash?.line : undefined);
    return [...(began === undefined ? [] : [began, '…']), ...this.#last.slice(-count)];
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
    this.#count++;
    if (this.#last.push(text) > KEPT) {
      const oldest = this.#last.shift()!;
      if (CRASH.test(oldest)) this.#crash = { line: oldest, at: this.#count };
    }
    this.#printed(text);
  }
}
