/** Those who read one stream of server-sent events. Used by the channels of live games, and by contests. */
import { BEAT_MS } from '../api/live.js';

export interface StreamReader {
  write(bytes: Buffer): void;
  /** Bytes that were written, but are not on their way yet. */
  readonly waiting: number;
  /** Ends the stream after what was written. */
  end(): void;
  drop(): void;
}

/** A reader with more bytes than this waiting is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Readers that are written to before something else has its turn. */
const WRITTEN_AT_ONCE = 4;

/** Owns the readers. Guarantees that one who does not read costs nobody anything. Never decides what they are sent. */
export class StreamReaders {
  readonly #readers = new Set<StreamReader>();
  #sentAt: number;
  /** What is being written, and the readers who do not have it yet. */
  #unwritten: { readonly bytes: Buffer; readonly readers: StreamReader[] } = { bytes: Buffer.alloc(0), readers: [] };
  #writing: NodeJS.Immediate | undefined;

  /** The first beat comes {@link BEAT_MS} after `now` at the earliest. */
  constructor(now = 0) {
    this.#sentAt = now;
  }

  get size(): number {
    return this.#readers.size;
  }

  /** Returns what takes the reader out again. */
  add(reader: StreamReader): () => void {
    this.#readers.add(reader);
    return () => void this.#readers.delete(reader);
  }

  /** Writes to all, a few readers at a time: turns that come in between are answered first. */
  write(bytes: Buffer, now: number): void {
    this.#sentAt = now;
    this.#writeTo(Infinity);
    this.#unwritten = { bytes, readers: [...this.#readers] };
    this.#writeTo(WRITTEN_AT_ONCE);
  }

  /** Sends a beat if nothing was sent for {@link BEAT_MS}. */
  beat(now: number): void {
    if (now - this.#sentAt >= BEAT_MS) this.write(Buffer.from('event: beat\ndata: {}\n\n'), now);
  }

  /** Ends all streams with an `end` event. */
  end(data: object): void {
    const bytes = Buffer.from(`event: end\ndata: ${JSON.stringify(data)}\n\n`);
    this.#writeTo(Infinity);
    for (const reader of this.#readers) {
      reader.write(bytes);
      reader.end();
    }
    this.#readers.clear();
  }

  /** Writes what is under way to `count` more readers. */
  #writeTo(count: number): void {
    clearImmediate(this.#writing);
    const { bytes, readers } = this.#unwritten;
    for (const reader of readers.splice(0, count)) {
      if (!this.#readers.has(reader)) continue;
      if (reader.waiting <= MAX_WAITING_BYTES) reader.write(bytes);
      else {
        this.#readers.delete(reader);
        reader.drop();
      }
    }
    if (readers.length > 0) this.#writing = setImmediate(() => this.#writeTo(count));
  }
}
