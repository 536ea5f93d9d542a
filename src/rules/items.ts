/** Food and hazards on the fast board: the changes that keep the lists and the counts by cell together. */
import { withRoom, type Position } from './position.js';
import type { Cell } from './types.js';

/** Adds food at the end of the list. Food off the board does not exist: such a cell is left out. */
export function addFood(position: Position, cell: Cell): void {
  if (cell < 0) return;
  position.food = withRoom(position.food, position.foodCount);
  position.food[position.foodCount++] = cell;
  position.foodAt[cell]!++;
}

/** Takes all food off one cell; the others keep their order. */
export function removeFood(position: Position, cell: Cell): void {
  const { food } = position;
  let kept = 0;
  for (let index = 0; index < position.foodCount; index++) {
    if (food[index] !== cell) food[kept++] = food[index]!;
  }
  position.foodCount = kept;
  position.foodAt[cell] = 0;
}

export function clearFood(position: Position): void {
  for (let index = 0; index < position.foodCount; index++) position.foodAt[position.food[index]!] = 0;
  position.foodCount = 0;
}

/** Adds one hazard at the end of the list; on a cell that has some it is stacked. */
export function addHazard(position: Position, cell: Cell): void {
  position.hazards = withRoom(position.hazards, position.hazardCount);
  position.hazards[position.hazardCount++] = cell;
  if (cell >= 0) position.hazardsAt[cell]!++;
}

export function clearHazards(position: Position): void {
  for (let index = 0; index < position.hazardCount; index++) {
    const cell = position.hazards[index]!;
    if (cell >= 0) position.hazardsAt[cell] = 0;
  }
  position.hazardCount = 0;
}
