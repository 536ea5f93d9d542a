/** Food and hazards of a position. Changes go through here, so that lists and counts by cell agree. */
import { growList, type Position } from './position.js';
import type { Cell } from './types.js';

/** Adds food at the end of the list. A cell off the board is ignored. */
export function addFood(position: Position, cell: Cell): void {
  if (cell < 0) return;
  position.food = growList(position.food, position.foodCount);
  position.food[position.foodCount++] = cell;
  position.foodAt[cell]!++;
}

/** Removes all food from one cell; the rest keeps its order. */
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

/** Adds one hazard at the end of the list. Several hazards on one cell are a stack. */
export function addHazard(position: Position, cell: Cell): void {
  position.hazards = growList(position.hazards, position.hazardCount);
  position.hazards[position.hazardCount++] = cell;
  if (cell >= 0) position.hazardsAt[cell]!++;
}

/** Removes all hazards, those off the board too. */
export function clearHazards(position: Position): void {
  for (let index = 0; index < position.hazardCount; index++) {
    const cell = position.hazards[index]!;
    if (cell >= 0) position.hazardsAt[cell] = 0;
  }
  position.hazardCount = 0;
}
