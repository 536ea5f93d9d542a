/**
 * A transposition table: what was found out about positions, kept in typed arrays from turn to turn (Greenblatt's
 * chess program of 1967 had the first). It owns a fixed amount of memory, and forgets the oldest and shallowest first.
 */

/** What the score of an entry is. */
export const EXACT = 1;
export const AT_LEAST = 2;
export const AT_MOST = 3;

/** The move of an entry that has none. */
export const NO_HINT = 4;

/** The largest table, in MB. */
const MAX_MEGABYTES = 1024;

const SLOT = 4;
const BUCKET = 2 * SLOT;
const DEPTH_OFFSET = 64;

/** The bits of an entry's last number, from the low end: bound 2, move 3, reply 2, depth 10, generation 8. */
const MOVE_SHIFT = 2;
const REPLY_SHIFT = 5;
const DEPTH_SHIFT = 7;
const DEPTH_MASK = 1023;
const GENERATION_SHIFT = 17;
const GENERATION_MASK = 255;

/** A table of positions by their hash, in buckets of two: the deeper entry stays, the other one is the latest. */
export class TranspositionTable {
  readonly megabytes: number;
  readonly #entries: Int32Array;
  readonly #mask: number;
  #generation = 0;

  /**
   * Throws a `RangeError` if there cannot be a table of this size.
   *
   * @param megabytes the memory to use, rounded down to a power of two, but at least 32 kB.
   */
  constructor(megabytes: number) {
    if (!(megabytes > 0 && megabytes <= MAX_MEGABYTES)) {
      throw new RangeError(`"tableMb" is ${megabytes}: a table takes more than 0 and at most ${MAX_MEGABYTES} MB.`);
    }
    this.megabytes = megabytes;
    let buckets = 1024;
    while (buckets * 2 * BUCKET * 4 <= megabytes * 1024 * 1024) buckets *= 2;
    this.#entries = new Int32Array(buckets * BUCKET);
    this.#mask = buckets - 1;
  }

  /** Begins a new search: entries of earlier ones are still found, but give way to new ones. */
  age(): void {
    this.#generation = (this.#generation + 1) & GENERATION_MASK;
  }

  /** The place of a position's entry, −1 if there is none. */
  find(low: number, high: number): number {
    const entries = this.#entries;
    const at = (low & this.#mask) * BUCKET;
    if (entries[at] === high && entries[at + 1] === low && entries[at + 3] !== 0) return at;
    if (entries[at + SLOT] === high && entries[at + SLOT + 1] === low && entries[at + SLOT + 3] !== 0) return at + SLOT;
    return -1;
  }

  scoreAt(place: number): number {
    return this.#entries[place + 2]!;
  }

  boundAt(place: number): number {
    return this.#entries[place + 3]! & 3;
  }

  moveAt(place: number): number {
    return (this.#entries[place + 3]! >> MOVE_SHIFT) & 7;
  }

  replyAt(place: number): number {
    return (this.#entries[place + 3]! >> REPLY_SHIFT) & 3;
  }

  depthAt(place: number): number {
    return ((this.#entries[place + 3]! >> DEPTH_SHIFT) & DEPTH_MASK) - DEPTH_OFFSET;
  }

  /** Keeps what was found out about a position. `depth` is −64 to 900. */
  store(low: number, high: number, score: number, bound: number, depth: number, move: number, reply: number): void {
    const entries = this.#entries;
    const place = this.#placeFor((low & this.#mask) * BUCKET, low, high, depth);
    entries[place] = high;
    entries[place + 1] = low;
    entries[place + 2] = score;
    entries[place + 3] =
      bound |
      (move << MOVE_SHIFT) |
      (reply << REPLY_SHIFT) |
      ((depth + DEPTH_OFFSET) << DEPTH_SHIFT) |
      (this.#generation << GENERATION_SHIFT);
  }

  #placeFor(at: number, low: number, high: number, depth: number): number {
    const entries = this.#entries;
    if (entries[at] === high && entries[at + 1] === low) return at;
    if (entries[at + SLOT] === high && entries[at + SLOT + 1] === low) return at + SLOT;
    const meta = entries[at + 3]!;
    const isOld = meta >> GENERATION_SHIFT !== this.#generation;
    return isOld || ((meta >> DEPTH_SHIFT) & DEPTH_MASK) - DEPTH_OFFSET <= depth ? at : at + SLOT;
  }
}
