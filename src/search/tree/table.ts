/**
 * A transposition table: search results by position, kept in typed arrays from turn to turn (Greenblatt's chess program
 * of 1967 had the first). It owns a fixed amount of memory, and forgets the oldest and shallowest first.
 */

/** The kind of an entry's score: the exact value, or a bound. */
export const EXACT = 1;
export const LOWER_BOUND = 2;
export const UPPER_BOUND = 3;

/** The move of an entry without one, and of a position without an entry. */
export const NO_TT_MOVE = 4;

/** The largest table, in MB. */
const MAX_MEGABYTES = 1024;

const SLOT_WORDS = 4;
const BUCKET_WORDS = 2 * SLOT_WORDS;
const DEPTH_OFFSET = 64;

/** The bits of an entry's last number, from the low end: bound 2, move 3, reply 5, depth 10, generation 8. */
const MOVE_SHIFT = 2;
const REPLY_SHIFT = 5;
const DEPTH_SHIFT = 10;
const DEPTH_MASK = 1023;
const GENERATION_SHIFT = 20;
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
    while (buckets * 2 * BUCKET_WORDS * 4 <= megabytes * 1024 * 1024) buckets *= 2;
    this.#entries = new Int32Array(buckets * BUCKET_WORDS);
    this.#mask = buckets - 1;
  }

  /** Begins a new search: entries of earlier ones are still found, but give way to new ones. */
  newSearch(): void {
    this.#generation = (this.#generation + 1) & GENERATION_MASK;
  }

  /** The slot of a position's entry; −1 if it has no entry. */
  probe(low: number, high: number): number {
    const entries = this.#entries;
    const at = (low & this.#mask) * BUCKET_WORDS;
    if (entries[at] === high && entries[at + 1] === low && entries[at + 3] !== 0) return at;
    if (entries[at + SLOT_WORDS] === high && entries[at + SLOT_WORDS + 1] === low && entries[at + SLOT_WORDS + 3] !== 0)
      return at + SLOT_WORDS;
    return -1;
  }

  scoreAt(slot: number): number {
    return this.#entries[slot + 2]!;
  }

  boundAt(slot: number): number {
    return this.#entries[slot + 3]! & 3;
  }

  moveAt(slot: number): number {
    return (this.#entries[slot + 3]! >> MOVE_SHIFT) & 7;
  }

  replyAt(slot: number): number {
    return (this.#entries[slot + 3]! >> REPLY_SHIFT) & 31;
  }

  depthAt(slot: number): number {
    return ((this.#entries[slot + 3]! >> DEPTH_SHIFT) & DEPTH_MASK) - DEPTH_OFFSET;
  }

  /** Stores a result for a position. `depth` is −64 to 900. */
  store(low: number, high: number, score: number, bound: number, depth: number, move: number, reply: number): void {
    const entries = this.#entries;
    const slot = this.#slotFor((low & this.#mask) * BUCKET_WORDS, low, high, depth);
    entries[slot] = high;
    entries[slot + 1] = low;
    entries[slot + 2] = score;
    entries[slot + 3] =
      bound |
      (move << MOVE_SHIFT) |
      (reply << REPLY_SHIFT) |
      ((depth + DEPTH_OFFSET) << DEPTH_SHIFT) |
      (this.#generation << GENERATION_SHIFT);
  }

  #slotFor(at: number, low: number, high: number, depth: number): number {
    const entries = this.#entries;
    if (entries[at] === high && entries[at + 1] === low) return at;
    if (entries[at + SLOT_WORDS] === high && entries[at + SLOT_WORDS + 1] === low) return at + SLOT_WORDS;
    const meta = entries[at + 3]!;
    const isOld = meta >> GENERATION_SHIFT !== this.#generation;
    return isOld || ((meta >> DEPTH_SHIFT) & DEPTH_MASK) - DEPTH_OFFSET <= depth ? at : at + SLOT_WORDS;
  }
}
