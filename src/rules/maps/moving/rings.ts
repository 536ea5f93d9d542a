/** Square rings around a cell, for the maps whose hazards spread from one. */
import { cellAt, type Grid } from '../../cells.js';
import type { Chance } from '../../chance.js';
import type { Cell, Coordinate } from '../../types.js';

/** A random cell whose two coordinates are both from `low` to `high`, ends included. */
export function drawCentre(chance: Chance, low: number, high: number): Coordinate {
  const x = low + chance.below(high - low + 1);
  return { x, y: low + chance.below(high - low + 1) };
}

/** The last ring around a centre that these maps look at. Rings beyond it have no cell on the board. */
export function lastRing({ width, height }: Grid, { x, y }: Coordinate): number {
  return Math.max(x, y, width - x, height - y);
}

/**
 * The 8 × `radius` cells of the ring, clockwise from the second of the top row to its first. A cell off the board is
 * negative.
 */
export function ringCells(grid: Grid, { x, y }: Coordinate, radius: number): Cell[] {
  const cells: Cell[] = [];
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x - radius + step, y + radius));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x + radius, y + radius - step));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x + radius - step, y - radius));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x - radius, y - radius + step));
  return cells;
}

/** The cells of a ring that are on the board. */
export function ringOnBoard(grid: Grid, centre: Coordinate, radius: number): Cell[] {
  return ringCells(grid, centre, radius).filter((cell) => cell >= 0);
}
