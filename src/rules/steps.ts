/** From a cell of a board to its neighbours. */

import type { Position } from './position.js';
import { stepOn } from './cells.js';
import { type Cell, type Direction, DIRECTIONS, type MoveNumber } from './types.js';

/** Where a step from `cell` leads, through the edge where the board wraps; negative when it leaves the board. */
export function step(position: Position, cell: Cell, direction: Direction): Cell {
  return stepTo(position, cell, DIRECTIONS.indexOf(direction));
}

/** {@link step} by number. */
export function stepTo(position: Position, cell: Cell, move: MoveNumber): Cell {
  if (cell >= 0) {
    const next = position.neighbours[cell * 4 + move]!;
    if (next < position.size) return next;
  }
  return stepOn(position, position.rules.wraps, cell, move);
}

/** The cells one step away, in the order of `DIRECTIONS`; 2 to 4 of them on a board that does not wrap. */
export function neighbours(position: Position, cell: Cell): Cell[] {
  return DIRECTIONS.map((_, move) => stepTo(position, cell, move)).filter((next) => next >= 0);
}
