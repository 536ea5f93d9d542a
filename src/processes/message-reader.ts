/** Turns bytes of a channel into messages: one line of JSON each. Both ends of a channel use it. */

const NEWLINE = 0x0a;
/** Characters of a bad line that the error quotes. */
const QUOTED = 60;
const NO_LINES: readonly string[] = [];

export interface MessageReaderDeps {
  readonly maxLine: number;
  /** The number of lines that follow a message, belong to it and are not parsed (default: none). */
  readonly linesAfter?: ((message: unknown) => number) | undefined;
  /** Whether the bytes are a program's standard output (default: no). */
  readonly isStandardOutput?: boolean;
  /** `line` is the message as it arrived, `after` the lines that follow it. */
  readonly received: (message: unknown, line: string, after: readonly string[]) => void;
  /** Called at most once; `reason` is the end of a sentence that begins with "it". Nothing is read afterwards. */
  readonly failed: (reason: string) => void;
}

/**
 * Owns the bytes of an incomplete line.
 *
 * Guarantees that it never holds more than `maxLine` bytes, and never throws because of its input. Once closed, it
 * ignores everything, so a flood is not parsed to its end.
 */
export class MessageReader {
  readonly #deps: MessageReaderDeps;
  #parts: Buffer[] = [];
  #held = 0;
  #isOpen = true;
  /** A message whose lines have not all arrived. */
  #begun: { readonly message: unknown; readonly line: string; readonly after: string[]; missing: number } | undefined;

  constructor(deps: MessageReaderDeps) {
    this.#deps = deps;
  }

  /** Takes the next bytes. Keeps no reference to `chunk`. */
  push(chunk: Buffer): void {
    let from = 0;
    while (this.#isOpen) {
      const end = chunk.indexOf(NEWLINE, from);
      const until = end < 0 ? chunk.length : end;
      if (this.#held + until - from > this.#deps.maxLine) {
        return this.#fail(`sent a message of more than ${this.#deps.maxLine} bytes`);
      }
      if (end < 0) return this.#hold(chunk, from);
      this.#take(this.#complete(chunk, from, end));
      from = end + 1;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#parts = [];
  }

  #hold(chunk: Buffer, from: number): void {
    if (from === chunk.length) return;
    this.#parts.push(Buffer.from(chunk.subarray(from)));
    this.#held += chunk.length - from;
  }

  #complete(chunk: Buffer, from: number, end: number): string {
    if (this.#held === 0) return chunk.toString('utf8', from, end);
    const line = Buffer.concat([...this.#parts, chunk.subarray(from, end)]);
    this.#parts = [];
    this.#held = 0;
    return line.toString('utf8');
  }

  #take(line: string): void {
    const begun = this.#begun;
    if (begun === undefined) return this.#parse(line);
    begun.after.push(line);
    if (--begun.missing > 0) return;
    this.#begun = undefined;
    this.#deps.received(begun.message, begun.line, begun.after);
  }

  #parse(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#fail(describeBadLine(line, this.#deps.isStandardOutput));
    }
    const missing = this.#deps.linesAfter?.(message) ?? 0;
    if (missing > 0) this.#begun = { message, line, after: [], missing };
    else this.#deps.received(message, line, NO_LINES);
  }

  #fail(reason: string): void {
    this.close();
    this.#deps.failed(reason);
  }
}

/** The error for a line that is not a message: it quotes the start of the line, in printable ASCII. */
export function describeBadLine(line: string, isStandardOutput = false): string {
  const start = line.slice(0, QUOTED).replace(/[^ -~]/g, '?');
  const end = isStandardOutput
    ? 'standard output, which is for messages only: print to standard error'
    : 'its channel, which is not a message';
  return `wrote "${start}${line.length > QUOTED ? '…' : ''}" to ${end}`;
}
