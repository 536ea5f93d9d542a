/** When cells come free: the picture of the coming turns that all searches of the toolkit walk on. */
import type { Position } from '../position.js';
import { isMate } from '../snakes.js';
import { MAX_SIDE, type Seat } from '../types.js';

/** Later than any search looks: a cell that never comes free, or that has been visited. */
export const NEVER = 0xffff;

const MAX_SIZE = MAX_SIDE * MAX_SIDE;

/**
 * Working memory shared by the searches of the toolkit, which never run at the same time.
 *
 * Large enough for every board, and never replaced: whoever takes an array out of here into a constant of its own module
 * spares V8 the look where the array is and how long, at every access.
 */
export const scratch = {
  /** By cell: the first step number at which the cell can be entered; {@link NEVER} for the number after the last cell. */
  freeAt: new Int32Array(MAX_SIZE + 1),
  /** Cells in the order in which they were reached, and room for one more. */
  queue: new Uint16Array(MAX_SIZE + 1),
  /** By step number: where in the queue the cells end that were entered at that step. */
  levelEnds: new Uint16Array(MAX_SIZE + 1),
} as const;

const { freeAt } = scratch;

/**
 * Fills `scratch.freeAt` by cell: 0 where the cell is free, else the number of steps after which the last body cell
 * there has moved on, so that a tail that moves now is 1. Snakes are taken to go on without eating. With `seat`, bodies
 * that this snake may pass are left out.
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
