/** The places of cells in a scene, and the lines through a snake's body. */
import type { Grid } from '../rules/cells.js';
import type { Coordinate } from '../rules/types.js';
import { CELL, type Point } from './scene.js';

/** The centre of a cell. The lowest row of a board is the last one of a picture. */
export function centerOf({ height }: Grid, { x, y }: Coordinate): Point {
  return [(x + 0.5) * CELL, (height - y - 0.5) * CELL];
}

/** The corners of a cell, moved inwards by `inset` units. */
export function cornersOf(size: Grid, cell: Coordinate, inset = 0): Point[] {
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

/** A step between two neighbouring cells, in a scene: `[0, -1]` goes up. `undefined` if they are not neighbours. */
export function sceneStep({ width, height }: Grid, from: Coordinate, to: Coordinate): Point | undefined {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (Math.abs(dx) + Math.abs(dy) === 1) return [dx, -dy || 0];
  if (dy === 0 && Math.abs(dx) === width - 1 && isOnBoard(from.x, width) && isOnBoard(to.x, width)) {
    return [-Math.sign(dx), 0];
  }
  if (dx === 0 && Math.abs(dy) === height - 1 && isOnBoard(from.y, height) && isOnBoard(to.y, height)) {
    return [0, Math.sign(dy)];
  }
  return undefined;
}

function isOnBoard(index: number, side: number): boolean {
  return index >= 0 && index < side;
}

/** The cells of a body without the repeated ones of a stack. */
export function withoutStacks(body: readonly Coordinate[]): Coordinate[] {
  return body.filter((cell, index) => {
    const before = body[index - 1];
    return before === undefined || before.x !== cell.x || before.y !== cell.y;
  });
}

/**
 * The lines of a body through the centres of its cells. A step over the edge ends one line outside of the picture, and
 * begins another. A gap, which only invalid data has, also begins another line.
 *
 * @param cells without stacks.
 */
export function bodyPieces(size: Grid, cells: readonly Coordinate[]): Point[][] {
  const pieces: Point[][] = [];
  cells.forEach((cell, index) => {
    const center = centerOf(size, cell);
    const before = cells[index - 1];
    const piece = pieces.at(-1);
    if (before === undefined || piece === undefined) return pieces.push([center]);
    if (Math.abs(before.x - cell.x) + Math.abs(before.y - cell.y) === 1) return piece.push(center);
    const step = sceneStep(size, before, cell);
    if (step === undefined) return pieces.push([center]);
    piece.push(offset(piece.at(-1)!, step, CELL));
    return pieces.push([offset(center, step, -CELL), center]);
  });
  return pieces;
}
