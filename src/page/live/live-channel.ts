/** Sends the same live stream to all of its readers: encoded once, kept for a while for those who come back. */
import { randomBytes } from 'node:crypto';
import type { LiveEvents } from '../api/live.js';
import { StreamReaders, type StreamReader } from './stream-readers.js';

/** Updates that are kept for readers who come back. */
const MAX_KEPT = 256;
/** Bytes of them. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024;
/** When readers come back after a stream has ended, in ms. */
const RETRY_MS = 2000;

interface KeptUpdate {
  readonly number: number;
  readonly bytes: Buffer;
}

/**
 * Owns the readers of one audience and the last updates that they were sent.
 *
 * Guarantees that a reader gets every update after the one it names, or else a snapshot; and that what it keeps is
 * bounded. Never decides what an update says.
 */
export class LiveChannel {
  readonly #readers = new StreamReaders();
  /** Tells the ids of this channel from those of an earlier host. */
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #kept: KeptUpdate[] = [];
  #keptBytes = 0;
  #number = 0;
  /** The bytes of a snapshot as of the last update. */
  #snapshot: Buffer | undefined;

  get size(): number {
    return this.#readers.size;
  }

  /** Sends the reader what it missed after `lastId`, or a snapshot. Returns what takes the reader out again. */
  add(reader: StreamReader, lastId: string, toSnapshot: () => LiveEvents['snapshot']): () => void {
    const leave = this.#readers.add(reader);
    reader.write(Buffer.from(`retry: ${RETRY_MS}\n\n`));
    const missed = this.#missedSince(lastId);
    if (missed === undefined) {
      this.#snapshot ??= this.#encode('snapshot', toSnapshot());
      reader.write(this.#snapshot);
    } else for (const { bytes } of missed) reader.write(bytes);
    return leave;
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
    this.#readers.write(bytes, now);
  }

  /** Sends a beat if nothing was sent for a while. */
  beat(now: number): void {
    this.#readers.beat(now);
  }

  /** Ends all streams. */
  close(reason: LiveEvents['end']['reason']): void {
    this.#readers.end({ reason, retry: RETRY_MS } satisfies LiveEvents['end']);
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
