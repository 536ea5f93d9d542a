/** Chooses the cells where snakes start, as the official engine does, and puts the snakes there. */
import { shuffle, type Chance } from '../chance.js';
import { cellAt, type Grid } from '../cells.js';
import type { Position } from '../position.js';
import { pushTail } from '../snakes.js';
import { MAX_SNAKES, START_LENGTH, type Cell } from '../types.js';

/** Square boards with at least this side have fixed start cells, and food near them. */
export const FIRST_MARKED_SIDE = 7;
/** Square boards with at least this side have start cells for 16 snakes, and first food for each of them. */
export const FIRST_LARGE_SIDE = 11;

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
  if (count > MARKED_STARTS && side < FIRST_MARKED_SIDE) {
    throw new Error(
      `${count} snakes on ${grid.width}x${grid.height}: boards smaller than ${FIRST_MARKED_SIDE}x${FIRST_MARKED_SIDE} take at most ${MARKED_STARTS}.`,
    );
  }
  const isSquare = grid.width === grid.height;
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

/** Random cells of one colour of a chessboard. So no two snakes ever swap cells, they can only meet on one. */
function randomStarts(grid: Grid, count: number, chance: Chance): Cell[] {
  const even: Cell[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = y % 2; x < grid.width; x += 2) even.push(cellAt(grid, x, y));
  }
  if (even.length < count) {
    throw new Error(`${count} snakes on ${grid.width}x${grid.height}: there are only ${even.length} start cells.`);
  }
  return shuffle(chance, even).slice(0, count);
}
