/** When each cell comes free. All searches of the toolkit walk by this. */
import type { Position } from '../position.js';
import { isMate } from '../snakes.js';
import { MAX_SIDE, type Seat } from '../types.js';

/** Later than any search looks: a cell that never comes free, or that has been visited. */
export const NEVER = 0xffff;

const MAX_SIZE = MAX_SIDE * MAX_SIDE;

/**
 * Working memory that the searches of the toolkit share; they never run at the same time.
 *
 * The arrays fit every board and are never replaced. A module that puts one in a constant saves V8 the lookup of its
 * place and length at every access.
 */
export const scratch = {
  /**
   * By cell: the first step at which it can be entered. {@link NEVER} for the number after the last cell: off the
   * board.
   */
  freeAt: new Int32Array(MAX_SIZE + 1),
  /** The cells in the order in which they were reached, and room for one more. */
  queue: new Uint16Array(MAX_SIZE + 1),
  /** By step: the index in the queue after the last cell that was entered at that step. */
  levelEnds: new Uint16Array(MAX_SIZE + 1),
} as const;

const { freeAt } = scratch;

/**
 * Fills `scratch.freeAt`: 0 for a free cell, else the number of steps until the last body part there has moved on; 1
 * for a tail that moves this turn. Assumes that snakes move on without eating. Leaves out bodies that the snake at
 * `seat` may pass; −1 for none.
 */
export function fillFreeTimes(position: Position, seat: Seat): void {
  const { causes, snakeCount, rules, size } = position;
  freeAt.fill(0, 0, size);
  freeAt[size] = NEVER;
  for (let other = 0; other < snakeCount; other++) {
    if (causes[other] === 0 && !(rules.matesPass && isMate(position, seat, other))) fillBody(position, other);
  }
}

function fillBody({ bodies, ring, heads, lengths, rules }: Position, seat: Seat): void {
  const base = seat * ring;
  const head = heads[seat]!;
  const length = lengths[seat]!;
  for (let index = 0; index < length; index++) {
    const cell = bodies[base + ((head + index) & (ring - 1))]!;
    const free = rules.grows ? NEVER : length - index;
    if (cell >= 0 && freeAt[cell]! < free) freeAt[cell] = free;
  }
}
