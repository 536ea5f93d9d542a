/** Where snakes start and the first food lies, as the official engine has them. */
import { shuffle, type Chance } from '../chance.js';
import { cellAt, type Grid, xOf, yOf } from '../cells.js';
import type { Position } from '../position.js';
import { pushTail, headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, MAX_SNAKES, START_LENGTH, type Cell } from '../types.js';
import { addFood } from '../items.js';

/** Square boards with at least this side have fixed start cells, and food near them. */
const FIRST_MARKED_SIDE = 7;
/** Square boards with at least this side have start cells for 16 snakes, and first food for each of them. */
const FIRST_LARGE_SIDE = 11;

const MARKED_STARTS = 8;

/** Puts the whole body of each snake on its start cell. `starts` is by seat. */
export function placeSnakes(position: Position, starts: readonly Cell[]): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    for (let part = 0; part < START_LENGTH; part++) pushTail(position, seat, starts[seat]!);
  }
}

/** Start cells for `count` snakes, by seat. Throws an `Error` if the board has no room for them. */
export function startCells(grid: Grid, count: number, chance: Chance): Cell[] {
  if (count > MAX_SNAKES) throw new Error(`${count} snakes: a board has room for at most ${MAX_SNAKES}.`);
  const side = Math.min(grid.width, grid.height);
  const isSquare = grid.width === grid.height;
  if (isSquare && count > MARKED_STARTS && side < FIRST_MARKED_SIDE) {
    throw new Error(
      `${count} snakes on ${grid.width}x${grid.height}: square boards smaller than ${FIRST_MARKED_SIDE}x${FIRST_MARKED_SIDE} take at most ${MARKED_STARTS}.`,
    );
  }
  if (isSquare && side >= FIRST_MARKED_SIDE && count <= MARKED_STARTS)
    return markedStarts(grid, chance).slice(0, count);
  if (isSquare && side >= FIRST_LARGE_SIDE) return quadrantStarts(grid, count, chance);
  return randomStarts(grid, count, chance);
}

/** The four corners and the four side centres. Each group is shuffled, and a coin decides which comes first. */
function markedStarts(grid: Grid, chance: Chance): Cell[] {
  const [low, middle, high] = [1, Math.floor((grid.width - 1) / 2), grid.width - 2];
  const corners = shuffle(chance, [
    cellAt(grid, low, low),
    cellAt(grid, low, high),
    cellAt(grid, high, low),
    cellAt(grid, high, high),
  ]);
  const sides = shuffle(chance, [
    cellAt(grid, low, middle),
    cellAt(grid, middle, high),
    cellAt(grid, middle, low),
    cellAt(grid, high, middle),
  ]);
  return chance.below(2) === 0 ? [...corners, ...sides] : [...sides, ...corners];
}

/** Four cells in each quadrant. The snakes go round the quadrants, beginning with a random one. */
function quadrantStarts(grid: Grid, count: number, chance: Chance): Cell[] {
  const half = Math.floor(grid.width / 2);
  const inset = Math.floor(half / 3);
  const near = [inset, half - inset];
  const far = near.map((coordinate) => grid.width - 1 - coordinate);
  const quadrants = [
    [near, near],
    [far, near],
    [near, far],
    [far, far],
  ].map(([columns, rows]) => {
    const cells = columns!.flatMap((x) => rows!.map((y) => cellAt(grid, x, y)));
    return shuffle(chance, cells);
  });
  const first = chance.below(quadrants.length);
  return Array.from({ length: count }, (_, seat) => {
    const quadrant = quadrants[(first + seat) % quadrants.length]!;
    return quadrant[Math.floor(seat / quadrants.length)]!;
  });
}

/** Random cells of one colour of a chessboard, except the centre. So no two snakes ever swap cells; they may meet. */
function randomStarts(grid: Grid, count: number, chance: Chance): Cell[] {
  const even: Cell[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = y % 2; x < grid.width; x += 2) {
      const cell = cellAt(grid, x, y);
      if (cell !== centreOf(grid)) even.push(cell);
    }
  }
  if (even.length < count) {
    throw new Error(`${count} snakes on ${grid.width}x${grid.height}: there are only ${even.length} start cells.`);
  }
  return shuffle(chance, even).slice(0, count);
}

/** With more snakes than this, only large boards have first food for each of them. */
const MOST_SNAKES_FED_ON_SMALL = 4;

/**
 * Places the first food, after the snakes. On square boards with a side of 7 or more, each snake gets one piece on a
 * cell diagonal to its head and farther out, and there is one in the centre. On other boards there is one piece for
 * each snake on any free cell that is not next to a head. Without such a cell, that piece is omitted. A cell with a
 * hazard is not free.
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
  const all = Array.from({ length: position.size }, (_, cell) => cell);
  const free = all.filter((cell) => isFree(position, cell) && !isNextToHead(position, cell));
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

function centreOf(grid: Grid): Cell {
  return cellAt(grid, Math.floor((grid.width - 1) / 2), Math.floor((grid.height - 1) / 2));
}

function isCorner(position: Position, cell: Cell): boolean {
  const [x, y] = [xOf(position, cell), yOf(position, cell)];
  return (x === 0 || x === position.width - 1) && (y === 0 || y === position.height - 1);
}

function isFree(position: Position, cell: Cell): boolean {
  return position.occupied[cell] === 0 && position.foodAt[cell] === 0 && position.hazardsAt[cell] === 0;
}

export function isNextToHead(position: Position, cell: Cell): boolean {
  for (let move = 0; move < DIRECTIONS.length; move++) {
    const next = stepTo(position, cell, move);
    if (next >= 0 && position.occupied[next] !== 0 && isHead(position, next)) return true;
  }
  return false;
}

function isHead(position: Position, cell: Cell): boolean {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] === 0 && headOf(position, seat) === cell) return true;
  }
  return false;
}
