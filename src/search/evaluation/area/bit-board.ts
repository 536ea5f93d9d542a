/** The board as bits while areas are counted: the free cells, and the cells of each snake. Shared working memory. */
import { MAX_SNAKES, type Cell, type Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { hasHarm, isDeadly, isHarmful, isTrapped, mayWait, openingCell, order, tailCell, type Areas } from './areas.js';
import { countColours, EVEN_MASK, ODD_SHIFT, WORDS, type BitLayout } from './bit-layout.js';

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
