/** Draws the walls of a maze: recursive division of a square room. Used by the map `solo_maze`. */
import type { Chance } from '../../chance.js';
import type { Coordinate } from '../../types.js';

/** A room. Both ends are part of it; the upper ones are a wall already, but for those of the whole maze. */
interface Room {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** Columns where no vertical wall may be, because it would block a hole of an outer room. */
  readonly forbiddenX: readonly number[];
  /** Rows where no horizontal wall may be. */
  readonly forbiddenY: readonly number[];
}

/** A room with an extent of this, or less, in both dimensions is not divided. */
const SMALL = 2;

/**
 * The cells of the walls of a maze with this side, from (0, 0) to (side − 1, side − 1). All other cells are connected:
 * a room is divided by a vertical wall, a horizontal wall or both, and its holes join the parts to a tree.
 */
export function drawMazeWalls(chance: Chance, side: number): Coordinate[] {
  const walls: Coordinate[] = [];
  const whole = { left: 0, right: side - 1, bottom: 0, top: side - 1, forbiddenX: [], forbiddenY: [] };
  divide(chance, whole, walls);
  return walls;
}

function divide(chance: Chance, room: Room, walls: Coordinate[]): void {
  const { left, right, bottom, top } = room;
  if (right - left <= SMALL && top - bottom <= SMALL) return;
  const x = drawWall(chance, left, right, room.forbiddenX);
  const y = drawWall(chance, bottom, top, room.forbiddenY);
  if (x === undefined && y === undefined) return;
  const holes = drawHoles(chance, room, x, y);
  const isHole = (cell: Coordinate) => holes.some((hole) => hole.x === cell.x && hole.y === cell.y);
  for (const cell of wallCells(room, x, y)) if (!isHole(cell)) walls.push(cell);

  const forbiddenX = [...room.forbiddenX, ...holes.map((hole) => hole.x)];
  const forbiddenY = [...room.forbiddenY, ...holes.map((hole) => hole.y)];
  for (const [innerLeft, innerRight] of parts(left, right, x)) {
    for (const [innerBottom, innerTop] of parts(bottom, top, y)) {
      const inner = { left: innerLeft, right: innerRight, bottom: innerBottom, top: innerTop };
      divide(chance, { ...inner, forbiddenX, forbiddenY }, walls);
    }
  }
}

/** Where a wall is put; `undefined` if there is no room for it. */
function drawWall(chance: Chance, low: number, high: number, forbidden: readonly number[]): number | undefined {
  const places: number[] = [];
  for (let place = low + 1; place <= high - 2; place++) if (!forbidden.includes(place)) places.push(place);
  return places[chance.below(places.length)];
}

/**
 * One hole in a wall that is alone. Of two walls, the vertical one gets a hole on each side of the crossing, the
 * horizontal one a hole on its left. There are always cells on both sides. The last cell of a wall gets no hole, as it
 * is in the wall of an outer room.
 */
function drawHoles(chance: Chance, room: Room, x: number | undefined, y: number | undefined): Coordinate[] {
  const between = (low: number, high: number) => low + chance.below(high - low + 1);
  const { left, right, bottom, top } = room;
  if (x === undefined) return y === undefined ? [] : [{ x: between(left, right - 1), y }];
  if (y === undefined) return [{ x, y: between(bottom, top - 1) }];
  return [
    { x, y: between(bottom, y - 1) },
    { x, y: between(y + 1, top - 1) },
    { x: between(left, x - 1), y },
  ];
}

/** The cells of both walls, the crossing once. The last cell belongs to the wall of an outer room, hole or not. */
function wallCells(room: Room, x: number | undefined, y: number | undefined): Coordinate[] {
  const cells: Coordinate[] = [];
  if (x !== undefined) for (let each = room.bottom; each <= room.top; each++) cells.push({ x, y: each });
  if (y !== undefined) {
    for (let each = room.left; each <= room.right; each++) if (each !== x) cells.push({ x: each, y });
  }
  return cells;
}

function parts(low: number, high: number, wall: number | undefined): (readonly [number, number])[] {
  return wall === undefined
    ? [[low, high]]
    : [
        [low, wall],
        [wall + 1, high],
      ];
}
