/**
 * The maps whose hazards spread over the board until it is full: `hz_spiral`, `hz_scatter`, `hz_grow_box`,
 * `hz_expand_box`, `hz_expand_scatter`.
 *
 * What is random on them is drawn once a game: all draws are made again each time, from the same sequence.
 */
import { cellAt, type Grid } from '../../cells.js';
import { shuffle, type Chance } from '../../chance.js';
import type { Cell, Coordinate } from '../../types.js';
import type { Position } from '../../position.js';
import type { GameMap } from '../game-map.js';
import { addHazards, standardBut } from '../standard.js';

/**
 * A random cell, between the first and last column and row of `rangeOf`. On some maps, the official engine takes the
 * width for the height (default): on a wide board, the cell may then be off the board.
 */
function drawCentre(
  chance: Chance,
  { width, height = width }: { readonly width: number; readonly height?: number },
  rangeOf: (side: number) => readonly [first: number, last: number],
): Coordinate {
  const [x, y] = [width, height].map((side) => {
    const [first, last] = rangeOf(side);
    return first + chance.below(last - first + 1);
  });
  return { x: x!, y: y! };
}

/** The last ring that these maps use. Later rings have no cell on the board. */
function lastRing({ width, height }: Grid): number {
  return Math.max(width, height);
}

/**
 * The 8 × `radius` cells of the ring, clockwise from the second of the top row to its first. A cell off the board is
 * negative.
 */
function ringCells(grid: Grid, { x, y }: Coordinate, radius: number): Cell[] {
  const cells: Cell[] = [];
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x - radius + step, y + radius));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x + radius, y + radius - step));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x + radius - step, y - radius));
  for (let step = 1; step <= 2 * radius; step++) cells.push(cellAt(grid, x - radius, y - radius + step));
  return cells;
}

/** The cells of a ring that are on the board. */
function ringOnBoard(grid: Grid, centre: Coordinate, radius: number): Cell[] {
  return ringCells(grid, centre, radius).filter((cell) => cell >= 0);
}

interface Spread {
  readonly name: string;
  readonly description: string;
  /** The turn on which the first hazards are seen. */
  readonly first: number;
  /** The number of turns from one spread to the next. */
  readonly every: number;
  /** The cells of spread number `index`, from 0; off the board is ignored. Draws the same each time. */
  readonly cells: (position: Position, index: number, chance: Chance) => readonly Cell[];
}

function spreadingMap({ name, description, first, every, cells }: Spread): GameMap {
  return standardBut({
    name,
    description,
    changeHazards(position, { chance }) {
      const since = position.turn + 1 - first;
      if (since < 0 || since % every !== 0) return;
      chance.hazards.rewind(0);
      const spread = cells(position, since / every, chance.hazards);
      addHazards(
        position,
        spread.filter((cell) => cell >= 0),
      );
    },
  });
}

/** A spiral of rings around a cell near the middle. Its steps off the board take their time as well. */
export const spiral = spreadingMap({
  name: 'hz_spiral',
  description: 'Hazards wind outwards from a cell near the middle, one every third turn.',
  first: 3,
  every: 3,
  cells(position, index, chance) {
    const centre = drawCentre(chance, position, (side) => [Math.floor(0.3 * side), side - 1 - Math.floor(0.3 * side)]);
    if (index === 0) return [cellAt(position, centre.x, centre.y)];
    let step = index - 1;
    for (let radius = 1; radius <= lastRing(position); step -= 8 * radius++) {
      if (step < 8 * radius) return [ringCells(position, centre, radius)[step]!];
    }
    return [];
  },
});

/** All cells in a random order. */
export const scatter = spreadingMap({
  name: 'hz_scatter',
  description: 'A hazard on a random cell every second turn, until the board is full.',
  first: 2,
  every: 2,
  cells(position, index, chance) {
    if (index >= position.size) return [];
    const order = shuffle(
      chance,
      Array.from({ length: position.size }, (_, cell) => cell),
    );
    return [order[index]!];
  },
});

/** A rectangle that grows on one random side at a time. */
export const growBox = spreadingMap({
  name: 'hz_grow_box',
  description: 'A box of hazards grows by one row or column every twelfth turn, on a random side.',
  first: 1,
  every: 12,
  cells(position, index, chance) {
    const { x, y } = drawCentre(chance, position, (side) => [2, side - 2]);
    const box = { left: x, right: x, bottom: y, top: y };
    let added = rectangle(position, box);
    for (let grown = 0; grown < index; grown++) added = growOneSide(position, box, chance);
    return added;
  },
});

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Moves one side of the box out, if it can grow anywhere, and returns the new cells. */
function growOneSide(position: Position, box: Box, chance: Chance): Cell[] {
  const sides: (() => Box)[] = [];
  if (box.left > 0) sides.push(() => ({ ...box, left: --box.left, right: box.left }));
  if (box.right < position.width - 1) sides.push(() => ({ ...box, right: ++box.right, left: box.right }));
  if (box.bottom > 0) sides.push(() => ({ ...box, bottom: --box.bottom, top: box.bottom }));
  if (box.top < position.height - 1) sides.push(() => ({ ...box, top: ++box.top, bottom: box.top }));
  const grow = sides[chance.below(sides.length)];
  return grow === undefined ? [] : rectangle(position, grow());
}

function rectangle(position: Position, { left, right, bottom, top }: Box): Cell[] {
  const cells: Cell[] = [];
  for (let x = left; x <= right; x++) {
    for (let y = bottom; y <= top; y++) cells.push(cellAt(position, x, y));
  }
  return cells;
}

/** Whole rings around a cell. */
export const expandBox = spreadingMap({
  name: 'hz_expand_box',
  description: 'A square of hazards grows by one on all sides every twentieth turn.',
  first: 1,
  every: 20,
  cells(position, index, chance) {
    const centre = drawCentre(chance, { width: position.width }, (side) => [2, side - 2]);
    return index === 0 ? [cellAt(position, centre.x, centre.y)] : ringOnBoard(position, centre, index);
  },
});

/** Ring after ring around a cell, the cells of each in a random order. */
export const expandScatter = spreadingMap({
  name: 'hz_expand_scatter',
  description: 'Hazards spread around a random cell, one every second turn, ring after ring.',
  first: 1,
  every: 2,
  cells(position, index, chance) {
    const centre = drawCentre(chance, { width: position.width }, (side) => [1, side - 1]);
    const order = [cellAt(position, centre.x, centre.y)];
    for (let radius = 1; radius <= lastRing(position) && order.length <= index; radius++) {
      order.push(...shuffle(chance, ringOnBoard(position, centre, radius)));
    }
    return order.slice(index, index + 1);
  },
});
