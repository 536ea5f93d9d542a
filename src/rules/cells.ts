/** Cells: between `x, y` and the numbers of a position, and from a cell to its neighbours. */
import { DIRECTIONS, type Cell, type Coordinate, type Direction, type MoveNumber } from './types.js';

/** The size of a board: what the numbers of its cells depend on. Every position is one. */
export interface Grid {
  readonly width: number;
  readonly height: number;
}

/** The side of the square plane on which cells off the board are numbered; both coordinates are clamped to it. */
const PLANE = 4096;
/** The lower left corner of the plane is (−1024, −1024). */
const ORIGIN = -1024;

/** The cell of a body part that fog of war hides: a snake with such parts lives, and a hidden head stays hidden. */
export const UNSEEN: Cell = -(PLANE * PLANE);
/** {@link UNSEEN} as a coordinate: `cellAt` and `xOf` convert one to the other. */
export const UNSEEN_CELL: Coordinate = { x: PLANE - 1 + ORIGIN, y: PLANE - 1 + ORIGIN };

/** Change of x and y for each direction, in the order of {@link DIRECTIONS}. */
const DX = [0, 0, -1, 1] as const;
const DY = [1, -1, 0, 0] as const;

/** The cell at `x, y`: `y * width + x` on the board; off the board, a negative number that no other cell has. */
export function cellAt(grid: Grid, x: number, y: number): Cell {
  if (x >= 0 && x < grid.width && y >= 0 && y < grid.height) return y * grid.width + x;
  return -1 - (clampToPlane(y) * PLANE + clampToPlane(x));
}

/** The column of a cell, on the board or off it. */
export function xOf(grid: Grid, cell: Cell): number {
  return cell >= 0 ? cell % grid.width : ((-1 - cell) % PLANE) + ORIGIN;
}

/** The row of a cell, on the board or off it, counted from the bottom. */
export function yOf(grid: Grid, cell: Cell): number {
  return cell >= 0 ? Math.floor(cell / grid.width) : Math.floor((-1 - cell) / PLANE) + ORIGIN;
}

function clampToPlane(coordinate: number): number {
  return Math.max(0, Math.min(PLANE - 1, Math.trunc(coordinate) - ORIGIN || 0));
}

/** Where a step from `cell` leads. Negative if it leaves a board that does not wrap, or from {@link UNSEEN}. */
export function stepOn(grid: Grid, wraps: boolean, cell: Cell, move: MoveNumber): Cell {
  if (cell === UNSEEN) return UNSEEN;
  const x = xOf(grid, cell) + DX[move]!;
  const y = yOf(grid, cell) + DY[move]!;
  if (!wraps) return cellAt(grid, x, y);
  return cellAt(grid, modulo(x, grid.width), modulo(y, grid.height));
}

/** Steps from one cell to another on an empty board. */
export function stepsApart(grid: Grid, wraps: boolean, from: Cell, to: Cell): number {
  const { width, height } = grid;
  const x = Math.abs(xOf(grid, from) - xOf(grid, to));
  const y = Math.abs(yOf(grid, from) - yOf(grid, to));
  return wraps ? Math.min(x, width - x) + Math.min(y, height - y) : x + y;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/**
 * Shared by all positions of a size. The oldest table is dropped, so that odd sizes from the network cannot pile up.
 */
const tables = new Map<string, Uint16Array>();
const MAX_TABLES = 32;

/**
 * The neighbours of every cell: entry `cell * 4 + move` is where that step leads. A step that leaves the board leads to
 * width × height, the number after the last cell. Shared between positions: read only.
 */
export function neighbourTable(grid: Grid, wraps: boolean): Uint16Array {
  const key = `${grid.width}x${grid.height}${wraps ? ' wraps' : ''}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const size = grid.width * grid.height;
  const table = new Uint16Array(size * DIRECTIONS.length);
  for (let entry = 0; entry < table.length; entry++) {
    const next = stepOn(grid, wraps, entry >> 2, entry & 3);
    table[entry] = next < 0 ? size : next;
  }
  for (const oldest of tables.keys()) {
    if (tables.size < MAX_TABLES) break;
    tables.delete(oldest);
  }
  tables.set(key, table);
  return table;
}

/** The word for a move number from 0 to 3; `up` for any other number. */
export function directionOf(move: MoveNumber): Direction {
  return DIRECTIONS[move] ?? 'up';
}
