/** From a cell of a board to its neighbours. */

import type { FastBoard } from './board.js';
import { stepOn } from './cells.js';
import { type Cell, type Direction, DIRECTIONS, type MoveNumber } from './types.js';

/** Where a step from `cell` leads, through the edge where the board wraps; negative when it leaves the board. */
export function step(board: FastBoard, cell: Cell, direction: Direction): Cell {
  return stepTo(board, cell, DIRECTIONS.indexOf(direction));
}

/** {@link step} by number. */
export function stepTo(board: FastBoard, cell: Cell, move: MoveNumber): Cell {
  if (cell >= 0) {
    const next = board.neighbours[cell * 4 + move]!;
    if (next < board.size) return next;
  }
  return stepOn(board, board.rules.wraps, cell, move);
}

/** The cells one step away, in the order of `DIRECTIONS`; 2 to 4 of them on a board that does not wrap. */
export function neighbours(board: FastBoard, cell: Cell): Cell[] {
  return DIRECTIONS.map((_, move) => stepTo(board, cell, move)).filter((next) => next >= 0);
}
