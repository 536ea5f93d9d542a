/**
 * How a board of up to 15×12 cells is kept as six 32-bit words, one bit a cell, for the area counts of this folder.
 *
 * Word `k` has row `k` in its low half and row `k + 6` in its high half. So the cells above and below a word are the
 * neighbouring words, without a shift, and only the first and the last word need one. A row has 16 bits and at most 15
 * columns: a step off its side leads to a bit that is no cell. As 6 and 16 are even, the bits of one colour of the
 * checkerboard are every second bit of a word.
 */
import type { Grid } from '../../../rules/cells.js';

export const WORDS = 6;
/** The widest and the highest board that fits. */
const MAX_BIT_WIDTH = 15;
const MAX_BIT_HEIGHT = 2 * WORDS;

/** The bits of a board of one size. Shared: read only. */
export interface BitLayout {
  /** By cell: the word that holds it. */
  readonly wordOf: Uint8Array;
  /** By cell: its bit in that word. The number after the last cell, off the board, has no bit. */
  readonly bitOf: Int32Array;
  /** By cell: its colour on the checkerboard, 0 for an even sum of coordinates. */
  readonly colourOf: Uint8Array;
  /** By word: all cells of the board. */
  readonly cells: Int32Array;
}

const layouts = new Map<number, BitLayout>();
/** The layout that was asked for last: a search asks for one size only. */
let last: BitLayout & Grid = { ...createLayout(1, 1), width: 1, height: 1 };

/** Whether a board of this size fits. */
export function hasBitLayout({ width, height }: Grid): boolean {
  return width <= MAX_BIT_WIDTH && height <= MAX_BIT_HEIGHT;
}

/** The layout of a board that fits. Kept for good: there are 180 sizes. */
export function bitLayout({ width, height }: Grid): BitLayout {
  if (last.width !== width || last.height !== height) last = { ...findLayout(width, height), width, height };
  return last;
}

function findLayout(width: number, height: number): BitLayout {
  const key = width * (MAX_BIT_HEIGHT + 1) + height;
  const layout = layouts.get(key) ?? createLayout(width, height);
  layouts.set(key, layout);
  return layout;
}

function createLayout(width: number, height: number): BitLayout {
  const wordOf = new Uint8Array(width * height + 1);
  const bitOf = new Int32Array(width * height + 1);
  const colourOf = new Uint8Array(width * height + 1);
  const cells = new Int32Array(WORDS);
  for (let cell = 0; cell < width * height; cell++) {
    const row = Math.floor(cell / width);
    const word = row % WORDS;
    wordOf[cell] = word;
    bitOf[cell] = 1 << ((cell % width) + (row < WORDS ? 0 : 16));
    colourOf[cell] = ((cell % width) + row) & 1;
    cells[word]! |= bitOf[cell]!;
  }
  return { wordOf, bitOf, colourOf, cells };
}

const SECOND_BITS = 0x5555_5555;
/** Two bits of every four. */
const PAIRS = 0x3333_3333;
/** Four bits of every eight. */
const NIBBLES = 0x0f0f_0f0f;

/**
 * The number of cells of each colour in six words from `at` on: those with an even sum of coordinates in the low half,
 * the others in the high half. Adds the words side by side before it adds up the bits (Warren, Hacker's Delight,
 * chapter 5).
 */
export function countColours(words: Int32Array, at: number): number {
  const w0 = words[at]!;
  const w1 = words[at + 1]!;
  const w2 = words[at + 2]!;
  const w3 = words[at + 3]!;
  const w4 = words[at + 4]!;
  const w5 = words[at + 5]!;
  const evenLow = (w0 & SECOND_BITS) + ((w1 >>> 1) & SECOND_BITS) + (w2 & SECOND_BITS);
  const evenHigh = ((w3 >>> 1) & SECOND_BITS) + (w4 & SECOND_BITS) + ((w5 >>> 1) & SECOND_BITS);
  const oddLow = ((w0 >>> 1) & SECOND_BITS) + (w1 & SECOND_BITS) + ((w2 >>> 1) & SECOND_BITS);
  const oddHigh = (w3 & SECOND_BITS) + ((w4 >>> 1) & SECOND_BITS) + (w5 & SECOND_BITS);
  return addUp(evenLow, evenHigh) | (addUp(oddLow, oddHigh) << ODD_SHIFT);
}

/** Where the number of odd cells begins in what {@link countColours} returns. */
export const ODD_SHIFT = 16;
/** The number of even cells in it. */
export const EVEN_MASK = 0xffff;

function addUp(low: number, high: number): number {
  const fours = (low & PAIRS) + ((low >>> 2) & PAIRS) + (high & PAIRS) + ((high >>> 2) & PAIRS);
  const eights = (fours & NIBBLES) + ((fours >>> 4) & NIBBLES);
  return Math.imul(eights, 0x0101_0101) >>> 24;
}
