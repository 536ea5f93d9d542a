/** The map `solo_maze`: one snake in a maze; each piece of food that it finds leads to a larger maze. */
import { cellAt, xOf, yOf } from '../../cells.js';
import type { Chance } from '../../chance.js';
import { addFood, addHazard, clearFood, clearHazards } from '../../items.js';
import type { Position } from '../../position.js';
import { clearBody, headOf, isAlive, pushTail } from '../../snakes.js';
import { FULL_HEALTH, START_LENGTH, type Cell, type Coordinate, type Seat } from '../../types.js';
import type { GameMap, MapInput } from '../game-map.js';

const FIRST_SIDE = 7;
/** From this level on, in mazes that cannot grow any more, food runs away. */
const LEVELS_BEFORE_RUNNING = 5;
/** Food runs away from a head that is nearer than this, and appears no nearer than this, in steps. */
const KEPT_DISTANCE = 5;
const SNAKE: Seat = 0;

/** The board's side of a level, and the cell that is the maze's (0, 0). */
interface Maze {
  readonly side: number;
  readonly x: number;
  readonly y: number;
}

/** Meant for a `hazardDamagePerTurn` of 100, so that snakes cannot cross walls. */
export const soloMaze: GameMap = {
  name: 'solo_maze',
  description:
    'A maze for one snake; food leads to the next level, with a larger maze. Meant for a hazard damage of 100.',
  sizes: [
    { width: 7, height: 7 },
    { width: 11, height: 11 },
    { width: 19, height: 19 },
    { width: 19, height: 21 },
    { width: 25, height: 25 },
  ],
  snakes: { min: 1, max: 1 },
  setUp: (position, input) => beginLevel(position, input, 0),
  afterTurn(position, input) {
    if (!isAlive(position, SNAKE)) return;
    const level = readLevel(position);
    if (position.foodCount === 0) beginLevel(position, input, level + 1);
    else if (level - LEVELS_BEFORE_RUNNING > largestSide(position) - FIRST_SIDE) runAway(position, input, level);
  },
};

/** The longest side of a maze on this board: the bottom row shows the level, and the top row stays free as well. */
function largestSide({ width, height }: Position): number {
  return Math.min(width, height - 2);
}

function mazeOf(position: Position, level: number): Maze {
  const side = Math.min(FIRST_SIDE + level, largestSide(position));
  return { side, x: Math.floor((position.width - side) / 2), y: Math.floor((position.height - side) / 2) };
}

/** Replaces everything on the board by the start of a level. */
function beginLevel(position: Position, { chance }: MapInput, level: number): void {
  const maze = mazeOf(position, level);
  chance.hazards.rewind(level);
  placeHazards(position, maze, level, drawMazeWalls(chance.hazards, maze.side));
  clearBody(position, SNAKE);
  position.health[SNAKE] = FULL_HEALTH;
  pushTail(position, SNAKE, cellAt(position, maze.x, maze.y));
  while (position.lengths[SNAKE]! < Math.min(START_LENGTH + level, position.ring)) {
    pushTail(position, SNAKE, cellAt(position, maze.x, maze.y - 1));
  }
  clearFood(position);
  placeMazeFood(position, maze, chance.hazards);
}

/** Hazards on the walls, everywhere outside the maze, and in the bottom row as the digits of the level. */
function placeHazards(position: Position, maze: Maze, level: number, walls: readonly Coordinate[]): void {
  const isWall = new Set(walls.map(({ x, y }) => cellAt(position, maze.x + x, maze.y + y)));
  clearHazards(position);
  for (let x = 0; x < position.width; x++) {
    if (hasDigit(level, position.width - 1 - x)) addHazard(position, cellAt(position, x, 0));
    for (let y = 1; y < position.height; y++) {
      const cell = cellAt(position, x, y);
      if (isWall.has(cell) || !isInside(maze, x, y)) addHazard(position, cell);
    }
  }
}

function isInside(maze: Maze, x: number, y: number): boolean {
  return x >= maze.x && x < maze.x + maze.side && y >= maze.y && y < maze.y + maze.side;
}

/** Whether a binary digit is 1; digit 0 is the last. */
function hasDigit(level: number, digit: number): boolean {
  return Math.floor(level / 2 ** digit) % 2 === 1;
}

/** The level as the bottom row shows it. */
function readLevel(position: Position): number {
  let level = 0;
  for (let x = 0; x < position.width; x++)
    level = level * 2 + (position.hazardsAt[cellAt(position, x, 0)] === 0 ? 0 : 1);
  return level;
}

/**
 * Places one piece of food at random, at a distance from the head. If the snake leaves no such cell free, on any free
 * cell: our choice, because the official engine draws a hundred times and gives up.
 */
function placeMazeFood(position: Position, maze: Maze, chance: Chance): void {
  const least = Math.min(KEPT_DISTANCE, Math.floor(maze.side / 2));
  const free: Cell[] = [];
  for (let cell = 0; cell < position.size; cell++) {
    const isFree = position.hazardsAt[cell] === 0 && position.occupied[cell] === 0;
    if (isFree && isInside(maze, xOf(position, cell), yOf(position, cell))) free.push(cell);
  }
  const far = free.filter((cell) => stepsToHead(position, cell) >= least);
  const cells = far.length > 0 ? far : free;
  if (cells.length > 0) addFood(position, cells[chance.below(cells.length)]!);
}

function runAway(position: Position, { chance }: MapInput, level: number): void {
  if (stepsToHead(position, position.food[0]!) >= KEPT_DISTANCE) return;
  chance.food.rewind(position.turn + 1);
  clearFood(position);
  placeMazeFood(position, mazeOf(position, level), chance.food);
}

/** Steps from the head to a cell if there were no walls. */
function stepsToHead(position: Position, cell: Cell): number {
  const head = headOf(position, SNAKE);
  return Math.abs(xOf(position, head) - xOf(position, cell)) + Math.abs(yOf(position, head) - yOf(position, cell));
}

/** A room. Both ends are part of it; the upper ones are a wall already, except in the whole maze. */
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
function drawMazeWalls(chance: Chance, side: number): Coordinate[] {
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
