/** The stream of one game: what is stored of it, and each new turn, until it is over. */
import { Backoff } from '../../processes/timing.js';
import type { GamePieceView } from '../../views/game.js';
import { BEAT_MS, type LiveEnd } from '../../views/live.js';
import { BEAT, encodeEnd, type StreamReader } from './live-channel.js';

/** What a stream must know of the stored turns that it sends. */
export interface PieceSummary {
  /** The turn to continue from. */
  readonly next: number;
  readonly isWhole: boolean;
  readonly isOver: boolean;
}

export interface StoredPiece extends PieceSummary {
  readonly json: string;
}

/** Where a game is stored, and where its news come from. */
export interface GameSource {
  /** Whether it is stored, and how long after a turn, in ms. */
  readonly isKept: boolean;
  readonly delay: number;
  /** The stored turns from one on; `undefined` if the game is not stored, or not yet. */
  stored(from: number): Promise<StoredPiece | undefined>;
  /** Sends news to a stream from now on. Returns a function that ends it. */
  follow(stream: GameStream): () => void;
}

/** The most that a reader has not read yet when it gets more, in bytes, and when to look again, in ms. */
const MAX_UNREAD = { bytes: 256 * 1024, pause: 100 } as const;
/** Longest time between two attempts to read what is missing, in ms. */
const MAX_PAUSE_MS = 30_000;

/** The summary of a piece that begins with turn `from`. The last turn is read again: it may not be complete. */
export function sumPiece({ game, turns, isWhole = true }: GamePieceView, from: number): PieceSummary {
  const last = turns.at(-1)?.turn ?? from;
  return { next: isWhole ? last : last + 1, isWhole, isOver: game.endedAt !== undefined };
}

/** Splits the JSON of a summary and a piece. Only the summary is parsed: it is flat, so it ends at the first brace. */
export function splitPiece(json: string): StoredPiece {
  const end = json.indexOf('}') + 1;
  return { ...(JSON.parse(json.slice(1, end)) as PieceSummary), json: json.slice(end + 1, -1) };
}

/** A piece as an event. A reader that reconnects names the `id` of the last one, the turn to continue from. */
export function encodePiece(json: string, id?: number): Buffer {
  return Buffer.from(`${id === undefined ? '' : `id: ${id}\n`}event: piece\ndata: ${json}\n\n`);
}

/**
 * Owns the stream of a game to one reader.
 *
 * Guarantees that the reader gets every stored turn, whatever the news leave out, and no faster than it reads; that one
 * which reconnects misses none; and that the stream ends when the game is over. Never parses a stored turn.
 */
export class GameStream {
  readonly #source: GameSource;
  readonly #reader: StreamReader;
  readonly #pauses: Backoff;
  readonly #beats: NodeJS.Timeout;
  #leave = (): void => undefined;
  /** The turn to read from, the last one that must be read, and the last one of the news. */
  #next = 0;
  #needed = Infinity;
  #last = -1;
  #timer: NodeJS.Timeout | undefined;
  /** It reads now or within the delay of the source; else after a longer pause, or when it expects something. */
  #isSoon = true;
  #isClosed = false;

  constructor(source: GameSource, reader: StreamReader, first: StoredPiece | undefined) {
    this.#source = source;
    this.#reader = reader;
    this.#pauses = new Backoff({ least: source.delay, most: MAX_PAUSE_MS });
    this.#beats = setInterval(() => reader.write(BEAT), BEAT_MS).unref();
    this.#send(first);
    if (!this.#isClosed) this.#leave = source.follow(this);
  }

  /** Sends news, unless the reader is behind: it gets their turns from the store. */
  take({ game, turns }: GamePieceView, bytes: Buffer): void {
    const isBehind = this.#reader.waiting > MAX_UNREAD.bytes;
    if (!isBehind) this.#reader.write(bytes);
    for (const { turn } of turns) {
      if (isBehind || this.#needed === Infinity || turn > this.#last + 1) this.expect(turn);
      this.#last = turn;
    }
    if (game.endedAt === undefined) return;
    if (this.#source.isKept) this.expect(Infinity);
    else this.end('over');
  }

  /** A turn must be read. `Infinity`: all, until the game is over or there are news. */
  expect(turn: number): void {
    this.#needed = turn;
    if (!this.#isSoon && turn > this.#next) this.#readIn(this.#source.delay);
  }

  end(reason: LiveEnd['reason']): void {
    this.#reader.write(encodeEnd(reason));
    this.#reader.end();
    this.close();
  }

  /** The reader has left. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beats);
    this.#leave();
  }

  #readIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#isSoon = ms <= this.#source.delay;
    this.#timer = setTimeout(() => void this.#read(), ms).unref();
  }

  async #read(): Promise<void> {
    if (this.#reader.waiting > MAX_UNREAD.bytes) return this.#readIn(MAX_UNREAD.pause);
    this.#isSoon = true;
    const piece = await this.#source.stored(this.#next).catch(() => undefined);
    if (!this.#isClosed) this.#send(piece);
  }

  #send(piece: StoredPiece | undefined): void {
    if (piece !== undefined) {
      this.#reader.write(encodePiece(piece.json, piece.next));
      if (piece.next > this.#next) this.#pauses.succeed();
      this.#next = piece.next;
      if (!piece.isWhole) return this.#readIn(0);
      if (piece.isOver) return this.end('over');
    }
    this.#isSoon = false;
    if (this.#needed > this.#next) this.#readIn(this.#pauses.fail());
  }
}
