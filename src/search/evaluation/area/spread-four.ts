/** Spreads three or four snakes over a board as bits: the loop behind most nodes of a game of four. */
import type { BoardView } from '../../board/board.js';
import { order, type Areas } from './areas.js';
import { area, food, free, isAnyWaiting, isTrappedBy, openCells, WORDS, type BitLayout } from './bit-board.js';

const SNAKES = 4;

/**
 * By word × 4 + index in {@link order}: what each snake has reached, side by side. The words after the last continue
 * the board: the high rows of the first.
 */
const side = new Int32Array((WORDS + 1) * SNAKES);

/** By index in {@link order}: all ones while the snake walks, zero once it is trapped. */
const goes = new Int32Array(SNAKES);
/** By index in {@link order}: what the snake has reached at this step, all words together. */
const got = new Int32Array(SNAKES);

/** Lets the `living` snakes, three or four, walk until none reaches a new cell. No hazard kills. */
export function spreadFour(board: BoardView, layout: BitLayout, living: number, areas: Areas): void {
  const opening = board.rules.grows ? 0 : board.lengths[order[0]!]!;
  putSide(living);
  goes.fill(-1);
  for (let step = 1; ; step++) {
    if (step < opening) openCells(board, layout, living, step);
    const changes = spread(board, living, step, areas);
    if (step < opening - 1) {
      for (let index = 0; index < living; index++) {
        if (got[index] === 0 && goes[index] !== 0) stopTrapped(board, layout, index, step, areas);
      }
    }
    if (changes !== 0) continue;
    if (step >= opening - 1) break;
    takeBack(living);
    if (!isAnyWaiting(board, layout, living, step, areas)) return;
  }
  takeBack(living);
}

function putSide(living: number): void {
  side.fill(0);
  for (let index = 0; index < living; index++) {
    const at = order[index]! * WORDS;
    for (let word = 0; word < WORDS; word++) side[word * SNAKES + index] = area[at + word]!;
  }
}

function takeBack(living: number): void {
  for (let index = 0; index < living; index++) takeBackOne(index);
}

function takeBackOne(index: number): void {
  const at = order[index]! * WORDS;
  for (let word = 0; word < WORDS; word++) area[at + word] = side[word * SNAKES + index]!;
}

function stopTrapped(board: BoardView, layout: BitLayout, index: number, step: number, areas: Areas): void {
  takeBackOne(index);
  if (isTrappedBy(board, layout, order[index]!, step, areas)) goes[index] = 0;
}

/**
 * All ones if the snakes at two indices are equally long. Neither gets a cell that both reach; otherwise the longer one
 * does.
 */
function evenly({ lengths }: BoardView, index: number, other: number, living: number): number {
  return other < living && lengths[order[index]!] === lengths[order[other]!] ? -1 : 0;
}

/**
 * One step of all snakes. Returns what they have reached, all words together. The snakes are written out, so that V8
 * keeps their words in registers.
 */
function spread(board: BoardView, living: number, step: number, { foodSteps }: Areas): number {
  const ab = evenly(board, 0, 1, living);
  const ac = evenly(board, 0, 2, living);
  const ad = evenly(board, 0, 3, living);
  const bc = evenly(board, 1, 2, living);
  const bd = evenly(board, 1, 3, living);
  const cd = evenly(board, 2, 3, living);
  // The words on both sides of a word, as they were before the step.
  let a0 = side[20]! << 16;
  let b0 = side[21]! << 16;
  let c0 = side[22]! << 16;
  let d0 = side[23]! << 16;
  let a = side[0]!;
  let b = side[1]!;
  let c = side[2]!;
  let d = side[3]!;
  side[24] = a >>> 16;
  side[25] = b >>> 16;
  side[26] = c >>> 16;
  side[27] = d >>> 16;
  const goesA = goes[0]!;
  const goesB = goes[1]!;
  const goesC = goes[2]!;
  const goesD = goes[3]!;
  let allA = 0;
  let allB = 0;
  let allC = 0;
  let allD = 0;
  let changes = 0;
  let foodA = 0;
  let foodB = 0;
  let foodC = 0;
  let foodD = 0;
  for (let word = 0; word < WORDS; word++) {
    const at = word * SNAKES;
    const open = free[word]!;
    const a1 = side[at + 4]!;
    const b1 = side[at + 5]!;
    const c1 = side[at + 6]!;
    const d1 = side[at + 7]!;
    const x = open & goesA & ((a << 1) | (a >>> 1) | a0 | a1);
    const y = open & goesB & ((b << 1) | (b >>> 1) | b0 | b1);
    const z = open & goesC & ((c << 1) | (c >>> 1) | c0 | c1);
    const w = open & goesD & ((d << 1) | (d >>> 1) | d0 | d1);
    a0 = a;
    b0 = b;
    c0 = c;
    d0 = d;
    a = a1;
    b = b1;
    c = c1;
    d = d1;
    const reached = x | y | z | w;
    if (reached === 0) continue;
    const gotA = x & ~((y & ab) | (z & ac) | (w & ad));
    const gotB = y & ~(x | (z & bc) | (w & bd));
    const gotC = z & ~(x | y | (w & cd));
    const gotD = w & ~(x | y | z);
    side[at] = a0 | gotA;
    allA |= gotA;
    side[at + 1] = b0 | gotB;
    allB |= gotB;
    side[at + 2] = c0 | gotC;
    allC |= gotC;
    side[at + 3] = d0 | gotD;
    allD |= gotD;
    free[word] = open ^ reached;
    changes |= reached;
    const fed = food[word]! & reached;
    if (fed === 0) continue;
    foodA |= gotA & fed;
    foodB |= gotB & fed;
    foodC |= gotC & fed;
    foodD |= gotD & fed;
  }
  got[0] = allA;
  got[1] = allB;
  got[2] = allC;
  got[3] = allD;
  if (foodA !== 0) noteFood(foodSteps, 0, step);
  if (foodB !== 0) noteFood(foodSteps, 1, step);
  if (foodC !== 0) noteFood(foodSteps, 2, step);
  if (foodD !== 0) noteFood(foodSteps, 3, step);
  return changes;
}

function noteFood(foodSteps: Int32Array, index: number, step: number): void {
  const seat = order[index]!;
  if (foodSteps[seat] === 0) foodSteps[seat] = step;
}
