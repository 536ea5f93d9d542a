/** Sends the same live stream to all of its readers: encoded once, and kept for a while for readers that reconnect. */
import { randomBytes } from 'node:crypto';
import { BEAT_MS, type LiveEnd } from '../../views/live.js';

/** Updates kept for readers that reconnect. */
const MAX_KEPT = 256;
const MAX_KEPT_BYTES = 2 * 1024 * 1024;
/** When readers reconnect after the end of a stream, in ms. */
const RETRY_MS = 2000;
/** How often a browser with many streams asks, in ms. */
const SHARED_MS = 1000;

interface KeptUpdate {
  readonly number: number;
  readonly bytes: Buffer;
}

export interface StreamReader {
  write(bytes: Buffer): void;
  /** Bytes that were written, but not sent yet. */
  readonly waiting: number;
  end(): void;
  drop(): void;
}

/** The last event of a stream. After `over`, there is nothing to reconnect to. */
export function encodeEnd(reason: LiveEnd['reason']): Buffer {
  const retry = { closing: RETRY_MS, shared: SHARED_MS, over: undefined }[reason];
  const end: LiveEnd = { reason, ...(retry !== undefined && { retry }) };
  return Buffer.from(`event: end\ndata: ${JSON.stringify(end)}\n\n`);
}

export const BEAT = Buffer.from('event: beat\ndata: {}\n\n');

/** A reader with more waiting bytes is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Readers that are written to before the event loop continues. */
const WRITTEN_AT_ONCE = 4;

/**
 * Owns the readers of one stream and its last updates: of live games, or of a contest.
 *
 * Guarantees that a reader gets every update after the one it names, or else a snapshot; that its memory is bounded;
 * and that a reader which does not read affects no other. Never decides about the content of an update.
 */
export class LiveChannel<Snapshot, Update> {
  readonly #readers = new Set<StreamReader>();
  /** Distinguishes the ids of this channel from an earlier host's. */
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #kept: KeptUpdate[] = [];
  #keptBytes = 0;
  #number = 0;
  #snapshot: Buffer | undefined;
  #sentAt = 0;
  /** The present data, and the readers that do not have it yet. */
  #unwritten: { readonly bytes: Buffer; readonly readers: StreamReader[] } = { bytes: Buffer.alloc(0), readers: [] };
  #writing: NodeJS.Immediate | undefined;

  get size(): number {
    return this.#readers.size;
  }

  /** Sends the reader the updates after `lastId`, or a snapshot. Returns a function that removes the reader. */
  add(reader: StreamReader, lastId: string, toSnapshot: () => Snapshot): () => void {
    this.#readers.add(reader);
    reader.write(Buffer.from(`retry: ${RETRY_MS}\n\n`));
    const missed = this.#missedSince(lastId);
    if (missed === undefined) {
      this.#snapshot ??= this.#encode('snapshot', toSnapshot());
      reader.write(this.#snapshot);
    } else for (const { bytes } of missed) reader.write(bytes);
    return () => void this.#readers.delete(reader);
  }

  send(update: Update, now: number): void {
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

  /** Sends a beat if nothing was sent for {@link BEAT_MS}. */
  beat(now: number): void {
    if (now - this.#sentAt >= BEAT_MS) this.#write(BEAT, now);
  }

  /** Ends all streams. */
  close(reason: LiveEnd['reason']): void {
    const bytes = encodeEnd(reason);
    this.#writeTo(Infinity);
    for (const reader of this.#readers) {
      reader.write(bytes);
      reader.end();
    }
    this.#readers.clear();
  }

  /** The updates after the one with this id; `undefined` if unknown. */
  #missedSince(lastId: string): readonly KeptUpdate[] | undefined {
    const [epoch, digits = ''] = lastId.split('-');
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(digits)) return undefined;
    const last = Number(digits);
    const first = this.#kept[0]?.number ?? this.#number + 1;
    return last > this.#number || last < first - 1 ? undefined : this.#kept.filter(({ number }) => number > last);
  }

  #encode(name: 'snapshot' | 'update', data: Snapshot | Update): Buffer {
    return Buffer.from(`id: ${this.#epoch}-${this.#number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Writes to all, a few readers at a time: turns that come in between are answered first. */
  #write(bytes: Buffer, now: number): void {
    this.#sentAt = now;
    this.#writeTo(Infinity);
    this.#unwritten = { bytes, readers: [...this.#readers] };
    this.#writeTo(WRITTEN_AT_ONCE);
  }

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
