/** The food a game begins with. */

import type { FastBoard } from '../board.js';
import type { Chance } from '../chance.js';
import { cellAt, xOf, yOf } from '../cells.js';
import { addFood } from '../items.js';
import { headOf } from '../snakes.js';
import type { Cell } from '../types.js';
import { FIRST_LARGE_SIDE, FIRST_MARKED_SIDE } from './start-cells.js';

/** From here on only large boards have food for each snake. */
const MOST_SNAKES_FED_ON_SMALL = 4;

/**
 * Places the first food around snakes already placed. Square boards of 7 and more: one for each snake on a diagonal cell
 * farther out than it stands, and one in the centre. Other boards: one for each snake anywhere free. A snake without such
 * a cell, and a centre that is taken, are passed over. Cells with hazards on them are not free.
 */
export function placeStartFood(board: FastBoard, chance: Chance): void {
  if (board.width !== board.height || board.width < FIRST_MARKED_SIDE) {
    for (let seat = 0; seat < board.snakeCount; seat++) placeAnywhere(board, chance);
    return;
  }
  if (board.snakeCount <= MOST_SNAKES_FED_ON_SMALL || board.width >= FIRST_LARGE_SIDE) {
    for (let seat = 0; seat < board.snakeCount; seat++) {
      const cells = fartherDiagonals(board, headOf(board, seat));
      if (cells.length > 0) addFood(board, cells[chance.below(cells.length)]!);
    }
  }
  const centre = centreOf(board);
  if (isFree(board, centre)) addFood(board, centre);
}

function placeAnywhere(board: FastBoard, chance: Chance): void {
  const free = Array.from({ length: board.size }, (_, cell) => cell).filter((cell) => isFree(board, cell));
  if (free.length > 0) addFood(board, free[chance.below(free.length)]!);
}

/** Free cells diagonal to the head that lie farther from a centre line than it does, if it is not on that line; no corner, not the centre. */
function fartherDiagonals(board: FastBoard, head: Cell): Cell[] {
  const middle = Math.floor((board.width - 1) / 2);
  const [headX, headY] = [xOf(board, head), yOf(board, head)];
  const isFartherOut = (from: number, to: number): boolean =>
    from !== middle && Math.abs(to - middle) > Math.abs(from - middle);

  const cells: Cell[] = [];
  for (const dx of [-1, 1]) {
    for (const dy of [-1, 1]) {
      const cell = cellAt(board, headX + dx, headY + dy);
      if (cell < 0 || !(isFartherOut(headX, headX + dx) || isFartherOut(headY, headY + dy))) continue;
      if (isFree(board, cell) && !isCorner(board, cell) && cell !== centreOf(board)) cells.push(cell);
    }
  }
  return cells;
}

function centreOf(board: FastBoard): Cell {
  return cellAt(board, Math.floor((board.width - 1) / 2), Math.floor((board.height - 1) / 2));
}

function isCorner(board: FastBoard, cell: Cell): boolean {
  const [x, y] = [xOf(board, cell), yOf(board, cell)];
  return (x === 0 || x === board.width - 1) && (y === 0 || y === board.height - 1);
}

function isFree(board: FastBoard, cell: Cell): boolean {
  return board.occupied[cell] === 0 && board.foodAt[cell] === 0 && board.hazardsAt[cell] === 0;
}
