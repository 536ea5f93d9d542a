/**
 * Spreads two snakes over a board as bits: the loop behind most nodes of a duel. Unrolled, because it pays: 2.5 million
 * counts a second, where `spreadFour` makes 1.1 and `spreadMany` 0.8 million of the same duels (the areas of the
 * benchmark `search`, best of five runs of each, 670a11de).
 */
import type { Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import type { Areas } from './areas.js';
import { area, food, free, isAnyWaiting, isTrappedBy, WORDS, type BitLayout } from './bit-board.js';

/**
 * Lets both snakes walk until neither reaches a new cell. Seat `a` is at least as long as seat `b`. Six words of each
 * area are written out, so that V8 keeps them in registers: in arrays this takes twice as long. Nothing is destructured
 * from an array: in a function as long as this one, V8 of Node 22 and later makes the array in every call.
 */
export function spreadTwo(board: BoardView, layout: BitLayout, a: Seat, b: Seat, areas: Areas): void {
  const atA = a * WORDS;
  const atB = b * WORDS;
  // Cells that both reach at the same step are lost to the shorter one, or to both if they are equally long.
  const aLoses = board.lengths[a] === board.lengths[b] ? -1 : 0;
  const g0 = food[0]!;
  const g1 = food[1]!;
  const g2 = food[2]!;
  const g3 = food[3]!;
  const g4 = food[4]!;
  const g5 = food[5]!;
  const { bodies, ring } = board;
  const { wordOf, bitOf } = layout;
  const opening = board.rules.grows ? 0 : board.lengths[a]!;
  const openingB = board.lengths[b]!;
  // The parts from the tail on, by their distance from it: each opens a step after the one behind it.
  const ringA = a * ring;
  const ringB = b * ring;
  const tailA = board.headAt[a]! + opening - 1;
  const tailB = board.headAt[b]! + openingB - 1;
  let partA = bodies[ringA + (tailA & (ring - 1))]!;
  let partB = bodies[ringB + (tailB & (ring - 1))]!;
  // All ones while the snake walks, zero once it is trapped.
  let goesA = -1;
  let goesB = -1;
  let foodA = 0;
  let foodB = 0;
  let a0 = area[atA]!;
  let a1 = area[atA + 1]!;
  let a2 = area[atA + 2]!;
  let a3 = area[atA + 3]!;
  let a4 = area[atA + 4]!;
  let a5 = area[atA + 5]!;
  let b0 = area[atB]!;
  let b1 = area[atB + 1]!;
  let b2 = area[atB + 2]!;
  let b3 = area[atB + 3]!;
  let b4 = area[atB + 4]!;
  let b5 = area[atB + 5]!;
  for (let step = 1; ; step++) {
    if (step < opening) {
      const nextA = bodies[ringA + ((tailA - step) & (ring - 1))]!;
      if (nextA !== partA) free[wordOf[partA]!]! |= bitOf[partA]!;
      partA = nextA;
      if (step < openingB) {
        const nextB = bodies[ringB + ((tailB - step) & (ring - 1))]!;
        if (nextB !== partB) free[wordOf[partB]!]! |= bitOf[partB]!;
        partB = nextB;
      }
    }
    const aFirst = a0;
    const bFirst = b0;
    const f0 = free[0]!;
    const x0 = f0 & goesA & ((a0 << 1) | (a0 >>> 1) | (a5 << 16) | a1);
    const y0 = f0 & goesB & ((b0 << 1) | (b0 >>> 1) | (b5 << 16) | b1);
    let aBefore = a0;
    let bBefore = b0;
    const p0 = x0 & ~(y0 & aLoses);
    const q0 = y0 & ~x0;
    a0 |= p0;
    b0 |= q0;
    const z0 = x0 | y0;
    const r0 = f0 ^ z0;
    free[0] = r0;
    const f1 = free[1]!;
    const x1 = f1 & goesA & ((a1 << 1) | (a1 >>> 1) | aBefore | a2);
    const y1 = f1 & goesB & ((b1 << 1) | (b1 >>> 1) | bBefore | b2);
    aBefore = a1;
    bBefore = b1;
    const p1 = x1 & ~(y1 & aLoses);
    const q1 = y1 & ~x1;
    a1 |= p1;
    b1 |= q1;
    const z1 = x1 | y1;
    const r1 = f1 ^ z1;
    free[1] = r1;
    const f2 = free[2]!;
    const x2 = f2 & goesA & ((a2 << 1) | (a2 >>> 1) | aBefore | a3);
    const y2 = f2 & goesB & ((b2 << 1) | (b2 >>> 1) | bBefore | b3);
    aBefore = a2;
    bBefore = b2;
    const p2 = x2 & ~(y2 & aLoses);
    const q2 = y2 & ~x2;
    a2 |= p2;
    b2 |= q2;
    const z2 = x2 | y2;
    const r2 = f2 ^ z2;
    free[2] = r2;
    const f3 = free[3]!;
    const x3 = f3 & goesA & ((a3 << 1) | (a3 >>> 1) | aBefore | a4);
    const y3 = f3 & goesB & ((b3 << 1) | (b3 >>> 1) | bBefore | b4);
    aBefore = a3;
    bBefore = b3;
    const p3 = x3 & ~(y3 & aLoses);
    const q3 = y3 & ~x3;
    a3 |= p3;
    b3 |= q3;
    const z3 = x3 | y3;
    const r3 = f3 ^ z3;
    free[3] = r3;
    const f4 = free[4]!;
    const x4 = f4 & goesA & ((a4 << 1) | (a4 >>> 1) | aBefore | a5);
    const y4 = f4 & goesB & ((b4 << 1) | (b4 >>> 1) | bBefore | b5);
    aBefore = a4;
    bBefore = b4;
    const p4 = x4 & ~(y4 & aLoses);
    const q4 = y4 & ~x4;
    a4 |= p4;
    b4 |= q4;
    const z4 = x4 | y4;
    const r4 = f4 ^ z4;
    free[4] = r4;
    const f5 = free[5]!;
    const x5 = f5 & goesA & ((a5 << 1) | (a5 >>> 1) | aBefore | (aFirst >>> 16));
    const y5 = f5 & goesB & ((b5 << 1) | (b5 >>> 1) | bBefore | (bFirst >>> 16));
    const p5 = x5 & ~(y5 & aLoses);
    const q5 = y5 & ~x5;
    a5 |= p5;
    b5 |= q5;
    const z5 = x5 | y5;
    const r5 = f5 ^ z5;
    free[5] = r5;
    if (((z0 & g0) | (z1 & g1) | (z2 & g2) | (z3 & g3) | (z4 & g4) | (z5 & g5)) !== 0) {
      if (foodA === 0 && ((a0 & g0) | (a1 & g1) | (a2 & g2) | (a3 & g3) | (a4 & g4) | (a5 & g5)) !== 0) foodA = step;
      if (foodB === 0 && ((b0 & g0) | (b1 & g1) | (b2 & g2) | (b3 & g3) | (b4 & g4) | (b5 & g5)) !== 0) foodB = step;
    }
    if (step < opening) {
      if ((p0 | p1 | p2 | p3 | p4 | p5) === 0 && goesA !== 0) {
        area[atA] = a0;
        area[atA + 1] = a1;
        area[atA + 2] = a2;
        area[atA + 3] = a3;
        area[atA + 4] = a4;
        area[atA + 5] = a5;
        if (isTrappedBy(board, layout, a, step, areas)) goesA = 0;
      }
      if ((q0 | q1 | q2 | q3 | q4 | q5) === 0 && goesB !== 0) {
        area[atB] = b0;
        area[atB + 1] = b1;
        area[atB + 2] = b2;
        area[atB + 3] = b3;
        area[atB + 4] = b4;
        area[atB + 5] = b5;
        if (isTrappedBy(board, layout, b, step, areas)) goesB = 0;
      }
    }
    if ((z0 | z1 | z2 | z3 | z4 | z5) !== 0 && (step < opening || (r0 | r1 | r2 | r3 | r4 | r5) !== 0)) continue;
    area[atA] = a0;
    area[atA + 1] = a1;
    area[atA + 2] = a2;
    area[atA + 3] = a3;
    area[atA + 4] = a4;
    area[atA + 5] = a5;
    area[atB] = b0;
    area[atB + 1] = b1;
    area[atB + 2] = b2;
    area[atB + 3] = b3;
    area[atB + 4] = b4;
    area[atB + 5] = b5;
    if (step >= opening - 1) break;
    if (!isAnyWaiting(board, layout, 2, step, areas)) break;
  }
  areas.foodSteps[a] = foodA;
  areas.foodSteps[b] = foodB;
}
