/**
 * The board as bits while areas are counted: the free cells, and the cells of each snake, in shared working memory.
 *
 * A board of up to 15×12 cells is six 32-bit words. Word `k` has row `k` in its low half and row `k + 6` in its high
 * half. So the cells above and below a word are the neighbouring words, without a shift, and only the first and last
 * word need one. A row has 16 bits and at most 15 columns: a step off its side leads to a bit that is no cell. As 6 and
 * 16 are even, the bits of one colour of the checkerboard are every second bit of a word.
 */
import { MAX_SNAKES, type Cell, type Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { hasHarm, isDeadly, isHarmful, isTrapped, mayWait, openingCell, order, tailCell, type Areas } from './areas.js';
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
function countColours(words: Int32Array, at: number): number {
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
const ODD_SHIFT = 16;
/** The number of even cells in it. */
const EVEN_MASK = 0xffff;

function addUp(low: number, high: number): number {
  const fours = (low & PAIRS) + ((low >>> 2) & PAIRS) + (high & PAIRS) + ((high >>> 2) & PAIRS);
  const eights = (fours & NIBBLES) + ((fours >>> 4) & NIBBLES);
  return Math.imul(eights, 0x0101_0101) >>> 24;
}

/** By seat and word: the cells that the snake has reached first. */
export const area = new Int32Array(MAX_SNAKES * WORDS);
/** By word: the cells that no snake has reached and no body holds at this step. */
export const free = new Int32Array(WORDS);
/** By word: the cells with food. */
export const food = new Int32Array(WORDS);
/** By seat and word: the cells whose hazards would kill the snake at once. Filled only for boards with harm. */
export const deadly = new Int32Array(MAX_SNAKES * WORDS);
/** By word: the cells that cost health, which do not count as area. Filled only for boards with harm. */
const harmful = new Int32Array(WORDS);

/** Puts a board into the words: its free cells, its food, and the head of each of the `living` snakes in its area. */
export function placeBits(board: BoardView, layout: BitLayout, living: number): void {
  const { wordOf, bitOf, cells } = layout;
  free[0] = cells[0]!;
  free[1] = cells[1]!;
  free[2] = cells[2]!;
  free[3] = cells[3]!;
  free[4] = cells[4]!;
  free[5] = cells[5]!;
  for (let index = 0; index < living; index++) placeSnake(board, layout, order[index]!);
  for (const wall of board.walls) free[wordOf[wall]!]! &= ~bitOf[wall]!;
  food[0] = 0;
  food[1] = 0;
  food[2] = 0;
  food[3] = 0;
  food[4] = 0;
  food[5] = 0;
  for (let index = 0; index < board.foodCount; index++) {
    const cell = board.food[index]!;
    food[wordOf[cell]!]! |= bitOf[cell]!;
  }
  if (hasHarm(board)) placeHarm(board, layout, living);
}

function placeSnake(board: BoardView, { wordOf, bitOf }: BitLayout, seat: Seat): void {
  const { bodies, ring, headAt, lengths } = board;
  const at = seat * WORDS;
  area[at] = 0;
  area[at + 1] = 0;
  area[at + 2] = 0;
  area[at + 3] = 0;
  area[at + 4] = 0;
  area[at + 5] = 0;
  const head = board.headCells[seat]!;
  area[at + wordOf[head]!] = bitOf[head]!;
  const base = seat * ring;
  const mask = ring - 1;
  const first = headAt[seat]!;
  const end = first + lengths[seat]!;
  for (let part = first; part < end; part++) {
    const cell = bodies[base + (part & mask)]!;
    free[wordOf[cell]!]! &= ~bitOf[cell]!;
  }
}

function placeHarm(board: BoardView, { wordOf, bitOf }: BitLayout, living: number): void {
  harmful.fill(0);
  deadly.fill(0);
  for (let cell = 0; cell < board.size; cell++) {
    if (!isHarmful(board, cell)) continue;
    harmful[wordOf[cell]!]! |= bitOf[cell]!;
    for (let index = 0; index < living; index++) {
      const seat = order[index]!;
      if (isDeadly(board, seat, cell)) deadly[seat * WORDS + wordOf[cell]!]! |= bitOf[cell]!;
    }
  }
}

/** Frees the body cells that can be entered at this step. */
export function openCells(board: BoardView, { wordOf, bitOf }: BitLayout, living: number, step: number): void {
  for (let index = 0; index < living; index++) {
    const cell = openingCell(board, order[index]!, step);
    if (cell >= 0) free[wordOf[cell]!]! |= bitOf[cell]!;
  }
}

/** Counts the areas of the `living` snakes. `foodSteps` has been filled on the way. */
export function readAreas(board: BoardView, layout: BitLayout, living: number, areas: Areas): void {
  for (let index = 0; index < board.foodCount; index++) countCell(layout, board.food[index]!, living, areas.foods);
  for (let index = 0; index < living; index++) {
    countCell(layout, tailCell(board, order[index]!), living, areas.tails);
  }
  const isHarmed = hasHarm(board);
  for (let index = 0; index < living; index++) {
    const seat = order[index]!;
    const at = seat * WORDS;
    if (isHarmed) for (let word = 0; word < WORDS; word++) area[at + word]! &= ~harmful[word]!;
    countCells(board, layout, seat, areas);
  }
}

/** Counts the cells of both colours that a snake has reached so far. */
function countCells({ headCells }: BoardView, { colourOf }: BitLayout, seat: Seat, { own, other }: Areas): void {
  const counts = countColours(area, seat * WORDS);
  const even = counts & EVEN_MASK;
  const odd = counts >> ODD_SHIFT;
  const isEven = colourOf[headCells[seat]!] === 0;
  own[seat] = isEven ? even : odd;
  other[seat] = isEven ? odd : even;
}

/** Whether a snake without a new cell is trapped by now; see {@link isTrapped}. */
export function isTrappedBy(board: BoardView, layout: BitLayout, seat: Seat, step: number, areas: Areas): boolean {
  countCells(board, layout, seat, areas);
  return isTrapped(board, areas, seat, step);
}

/** Whether one of the `living` snakes without a new cell waits for a body to move out of its way. */
export function isAnyWaiting(board: BoardView, layout: BitLayout, living: number, step: number, areas: Areas): boolean {
  for (let index = 0; index < living; index++) {
    countCells(board, layout, order[index]!, areas);
    if (mayWait(board, areas, order[index]!, step)) return true;
  }
  return false;
}

function countCell({ wordOf, bitOf }: BitLayout, cell: Cell, living: number, counts: Int32Array): void {
  const word = wordOf[cell]!;
  const bit = bitOf[cell]!;
  for (let index = 0; index < living; index++) {
    const seat = order[index]!;
    if ((area[seat * WORDS + word]! & bit) !== 0) counts[seat]!++;
  }
}
