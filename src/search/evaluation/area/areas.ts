/** Types and helpers of the area counts of this folder; see `count-areas.ts`. */
import { MAX_SNAKES, type Cell, type Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';

/** The area of each snake, by seat. Entries of eliminated snakes are 0. */
export interface Areas {
  /** Cells of the head's colour on the checkerboard that the snake reaches first, the head's included. */
  readonly own: Int32Array;
  /** Cells of the other colour that the snake reaches first. */
  readonly other: Int32Array;
  /** Steps to the first food in the area; 0 without any. */
  readonly foodSteps: Int32Array;
  /** Pieces of food in the area. */
  readonly foods: Int32Array;
  /** Tails in the area, its own included. */
  readonly tails: Int32Array;
}

/** A result to reuse from call to call. */
export function createAreas(): Areas {
  return { own: bySeat(), other: bySeat(), foodSteps: bySeat(), foods: bySeat(), tails: bySeat() };
}

function bySeat(): Int32Array {
  return new Int32Array(MAX_SNAKES);
}

export function clearAreas({ own, other, foodSteps, foods, tails }: Areas, { snakeCount }: BoardView): void {
  for (let seat = 0; seat < snakeCount; seat++) {
    own[seat] = 0;
    other[seat] = 0;
    foodSteps[seat] = 0;
    foods[seat] = 0;
    tails[seat] = 0;
  }
}

/**
 * The most cells of an area that a snake can walk through, its head's included: colours alternate on every path, so the
 * surplus of one colour is out of reach.
 */
export function walkable({ own, other }: Areas, seat: Seat): number {
  const heads = own[seat]!;
  const others = other[seat]!;
  return others >= heads ? 2 * heads : 2 * others + 1;
}

/** Whether hazards of a board cost health. */
export function hasHarm({ hasHazards, rules }: BoardView): boolean {
  return hasHazards && rules.hazardDamage > 0;
}

/** Whether a cell costs health. Food protects from the hazards of its cell. */
export function isHarmful({ hazardsAt, foodAt }: BoardView, cell: Cell): boolean {
  return hazardsAt[cell] !== 0 && foodAt[cell] === 0;
}

/** Whether the hazards of a harmful cell would kill a snake at once. */
export function isDeadly({ health, hazardsAt, rules }: BoardView, seat: Seat, cell: Cell): boolean {
  return health[seat]! <= 1 + rules.hazardDamage * hazardsAt[cell]!;
}

/** The colour of a cell on the checkerboard: 0 or 1. */
export function colourOf({ width }: BoardView, cell: Cell): number {
  return ((cell % width) + Math.floor(cell / width)) & 1;
}

export function tailCell({ bodies, ring, headAt, lengths }: BoardView, seat: Seat): Cell {
  return bodies[seat * ring + ((headAt[seat]! + lengths[seat]! - 1) & (ring - 1))]!;
}

/**
 * The body cell of a snake that can be entered at this step, the first time at 1; −1 without one. After a meal the
 * tail is twice on its cell, which comes free with the second.
 */
export function openingCell({ bodies, ring, headAt, lengths, size }: BoardView, seat: Seat, step: number): Cell {
  const index = lengths[seat]! - step;
  if (index < 1) return -1;
  const base = seat * ring;
  const at = headAt[seat]! + index;
  const cell = bodies[base + (at & (ring - 1))]!;
  return cell === size || cell === bodies[base + ((at - 1) & (ring - 1))] ? -1 : cell;
}

/** The seats of the living snakes, longest first: which of two snakes gets a cell that both reach together. */
export const order = new Uint8Array(MAX_SNAKES);

/** Fills {@link order}, and returns the number of living snakes. */
export function orderByLength({ alive, lengths, snakeCount }: BoardView): number {
  let living = 0;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0) continue;
    let index = living++;
    for (; index > 0 && lengths[order[index - 1]!]! < lengths[seat]!; index--) order[index] = order[index - 1]!;
    order[index] = seat;
  }
  return living;
}

/**
 * Whether a snake that reaches no new cell at `step` waits for a way out. Each step takes a cell, and its head has the
 * first; with as many cells as its length it follows its own tail instead.
 */
export function mayWait({ lengths }: BoardView, areas: Areas, seat: Seat, step: number): boolean {
  const cells = walkable(areas, seat);
  return cells < lengths[seat]! && step < cells;
}

/** Whether a snake that reaches no new cell at `step` has waited as long as its cells last. */
export function isTrapped({ lengths }: BoardView, areas: Areas, seat: Seat, step: number): boolean {
  const cells = walkable(areas, seat);
  return cells < lengths[seat]! && step >= cells;
}
