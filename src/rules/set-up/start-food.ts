/** Places the food that a game begins with, as the official engine does. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import { cellAt, xOf, yOf } from '../cells.js';
import { addFood } from '../items.js';
import { headOf } from '../snakes.js';
import type { Cell } from '../types.js';
import { FIRST_LARGE_SIDE, FIRST_MARKED_SIDE } from './start-cells.js';

/** With more snakes than this, only large boards have first food for each of them. */
const MOST_SNAKES_FED_ON_SMALL = 4;

/**
 * Places the first food, after the snakes. On square boards with a side of 7 or more, each snake gets one piece on a
 * cell diagonal to its head and farther out, and there is one in the centre. On other boards there is one piece for
 * each snake on any free cell. Without such a cell, that piece is omitted. A cell with a hazard is not free.
 */
export function placeStartFood(position: Position, chance: Chance): void {
  if (position.width !== position.height || position.width < FIRST_MARKED_SIDE) {
    for (let seat = 0; seat < position.snakeCount; seat++) placeAnywhere(position, chance);
    return;
  }
  if (position.snakeCount <= MOST_SNAKES_FED_ON_SMALL || position.width >= FIRST_LARGE_SIDE) {
    for (let seat = 0; seat < position.snakeCount; seat++) {
      const cells = fartherDiagonals(position, headOf(position, seat));
      if (cells.length > 0) addFood(position, cells[chance.below(cells.length)]!);
    }
  }
  const centre = centreOf(position);
  if (isFree(position, centre)) addFood(position, centre);
}

function placeAnywhere(position: Position, chance: Chance): void {
  const free = Array.from({ length: position.size }, (_, cell) => cell).filter((cell) => isFree(position, cell));
  if (free.length > 0) addFood(position, free[chance.below(free.length)]!);
}

/**
 * The free cells diagonal to the head that are farther from a centre line than the head. A centre line that the head is
 * on does not count; corners and the centre are left out.
 */
function fartherDiagonals(position: Position, head: Cell): Cell[] {
  const middle = Math.floor((position.width - 1) / 2);
  const [headX, headY] = [xOf(position, head), yOf(position, head)];
  const isFartherOut = (from: number, to: number): boolean =>
    from !== middle && Math.abs(to - middle) > Math.abs(from - middle);

  const cells: Cell[] = [];
  for (const dx of [-1, 1]) {
    for (const dy of [-1, 1]) {
      const cell = cellAt(position, headX + dx, headY + dy);
      if (cell < 0 || !(isFartherOut(headX, headX + dx) || isFartherOut(headY, headY + dy))) continue;
      if (isFree(position, cell) && !isCorner(position, cell) && cell !== centreOf(position)) cells.push(cell);
    }
  }
  return cells;
}

function centreOf(position: Position): Cell {
  return cellAt(position, Math.floor((position.width - 1) / 2), Math.floor((position.height - 1) / 2));
}

function isCorner(position: Position, cell: Cell): boolean {
  const [x, y] = [xOf(position, cell), yOf(position, cell)];
  return (x === 0 || x === position.width - 1) && (y === 0 || y === position.height - 1);
}

function isFree(position: Position, cell: Cell): boolean {
  return position.occupied[cell] === 0 && position.foodAt[cell] === 0 && position.hazardsAt[cell] === 0;
}
