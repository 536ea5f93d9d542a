/** Sends the same live stream to all of its readers: encoded once, kept for a while for those who come back. */
import { randomBytes } from 'node:crypto';
import type { LiveEvents } from '../api/live.js';

/** Somebody who reads a stream. */
export interface LiveReader {
  write(bytes: Buffer): void;
  /** Bytes that were written, but are not on their way yet. */
  readonly waiting: number;
  /** Ends the stream after what was written. */
  end(): void;
  /** Cuts the stream off. */
  drop(): void;
}

/** Updates that are kept for readers who come back. */
const MAX_KEPT = 256;
/** Bytes of them. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024;
/** A reader with more bytes than this waiting is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** A stream has at least a comment this often, in ms. */
const COMMENT_INTERVAL_MS = 15_000;
/** Readers that are written to before something else has its turn. */
const WRITTEN_AT_ONCE = 4;
/** When readers come back after a stream has ended, in ms. */
const RETRY_MS = 2000;

interface KeptUpdate {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * Owns the readers of one audience and the last updates that they were sent.
 *
 * Guarantees that a reader gets every update after the one it names, or else a snapshot; that what it keeps is bounded;
 * and that a reader who does not read costs nobody anything. Never decides what an update says.
 */
export class LiveChannel {
  readonly #readers = new Set<LiveReader>();
  /** Tells the ids of this channel from those of an earlier host. */
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #kept: KeptUpdate[] = [];
  #keptBytes = 0;
  #number = 0;
  #sentAt = 0;
  /** The update that is being written, and the readers who do not have it yet. */
  #unwritten: { readonly bytes: Buffer; readonly readers: LiveReader[] } = { bytes: Buffer.alloc(0), readers: [] };
  #writing: NodeJS.Immediate | undefined;
  /** The bytes of a snapshot as of the last update. */
  #snapshot: Buffer | undefined;

  get size(): number {
    return this.#readers.size;
  }

  /** Sends the reader what it missed after `lastId`, or a snapshot. Returns what takes the reader out again. */
  add(reader: LiveReader, lastId: string, toSnapshot: () => LiveEvents['snapshot']): () => void {
    this.#readers.add(reader);
    reader.write(Buffer.from(`retry: ${RETRY_MS}\n\n`));
    const missed = this.#missedSince(lastId);
    if (missed === undefined) {
      this.#snapshot ??= this.#encode('snapshot', toSnapshot());
      reader.write(this.#snapshot);
    } else for (const { bytes } of missed) reader.write(bytes);
    return () => void this.#readers.delete(reader);
  }

  /** Sends an update to all readers, and keeps it for a while. */
  send(update: LiveEvents['update'], now: number): void {
    this.#number++;
    this.#snapshot = undefined;
    const bytes = this.#encode('update', update);
    this.#kept.push({ number: this.#number, bytes });
    this.#keptBytes += bytes.length;
    while (this.#kept.length > MAX_KEPT || this.#keptBytes > MAX_KEPT_BYTES) {
      this.#keptBytes -= this.#kept.shift()!.bytes.length;
    }
    this.#write(bytes, now);
  }

  /** Sends a comment if nothing was sent for a long time: proxies cut off what is silent. */
  comment(now: number): void {
    if (now - this.#sentAt >= COMMENT_INTERVAL_MS) this.#write(Buffer.from(':\n\n'), now);
  }

  /** Ends all streams. */
  close(reason: LiveEvents['end']['reason']): void {
    const bytes = Buffer.from(`event: end\ndata: ${JSON.stringify({ reason, retry: RETRY_MS })}\n\n`);
    this.#writeTo(Infinity);
    for (const reader of this.#readers) {
      reader.write(bytes);
      reader.end();
    }
    this.#readers.clear();
  }

  /** Writes to a few readers at a time: turns that come in between are answered first. */
  #write(bytes: Buffer, now: number): void {
    this.#sentAt = now;
    this.#writeTo(Infinity);
    this.#unwritten = { bytes, readers: [...this.#readers] };
    this.#writeTo(WRITTEN_AT_ONCE);
  }

  /** Writes the update under way to `count` more readers. */
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

  /** The updates after the one with this id; `undefined` if it is not known which those are. */
  #missedSince(lastId: string): readonly KeptUpdate[] | undefined {
    const [epoch, digits = ''] = lastId.split('-');
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(digits)) return undefined;
    const last = Number(digits);
    const first = this.#kept[0]?.number ?? this.#number + 1;
    return last > this.#number || last < first - 1 ? undefined : this.#kept.filter(({ number }) => number > last);
  }

  #encode<Name extends 'snapshot' | 'update'>(name: Name, data: LiveEvents[Name]): Buffer {
    return Buffer.from(`id: ${this.#epoch}-${this.#number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
