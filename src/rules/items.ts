/** Food and hazards on the fast board: the changes that keep the lists and the counts by cell together. */

import { type FastBoard, withRoom } from './board.js';
import type { Cell } from './types.js';

/** Adds food at the end of the list. Food off the board does not exist: such a cell is left out. */
export function addFood(board: FastBoard, cell: Cell): void {
  if (cell < 0) return;
  board.food = withRoom(board.food, board.foodCount);
  board.food[board.foodCount++] = cell;
  board.foodAt[cell]!++;
}

/** Takes all food off one cell; the others keep their order. */
export function removeFood(board: FastBoard, cell: Cell): void {
  const { food } = board;
  let kept = 0;
  for (let index = 0; index < board.foodCount; index++) {
    if (food[index] !== cell) food[kept++] = food[index]!;
  }
  board.foodCount = kept;
  board.foodAt[cell] = 0;
}

export function clearFood(board: FastBoard): void {
  for (let index = 0; index < board.foodCount; index++) board.foodAt[board.food[index]!] = 0;
  board.foodCount = 0;
}

/** Adds one hazard at the end of the list; on a cell that has some it is stacked. */
export function addHazard(board: FastBoard, cell: Cell): void {
  board.hazards = withRoom(board.hazards, board.hazardCount);
  board.hazards[board.hazardCount++] = cell;
  if (cell >= 0) board.hazardsAt[cell]!++;
}

export function clearHazards(board: FastBoard): void {
  for (let index = 0; index < board.hazardCount; index++) {
    const cell = board.hazards[index]!;
    if (cell >= 0) board.hazardsAt[cell] = 0;
  }
  board.hazardCount = 0;
}
