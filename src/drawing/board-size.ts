/** Where cells lie in a scene. */
import type { Coordinate } from '../rules/types.js';
import { CELL, type Point } from './scene.js';

export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

/** The centre of a cell. The lowest row of a board is the last one of a picture. */
export function centerOf({ height }: BoardSize, { x, y }: Coordinate): Point {
  return [(x + 0.5) * CELL, (height - y - 0.5) * CELL];
}

/** The corners of a cell, moved inwards by `inset` units. */
export function cornersOf(size: BoardSize, cell: Coordinate, inset = 0): Point[] {
  const [x, y] = centerOf(size, cell);
  const half = CELL / 2 - inset;
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
}

/** The point `ahead` units from a point in a direction, and `aside` units to its right. */
export function offset([x, y]: Point, [dx, dy]: Point, ahead: number, aside = 0): Point {
  return [x + dx * ahead - dy * aside, y + dy * ahead + dx * aside];
}
