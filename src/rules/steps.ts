/** Steps on a board: from a cell to its neighbours, and from two cells to the step between them. */
import type { Position } from './position.js';
import { stepOn, xOf, yOf, type Grid } from './cells.js';
import { bodyCell, headOf } from './snakes.js';
import { DIRECTIONS, type Cell, type Direction, type MoveNumber, type Seat } from './types.js';

const UP = DIRECTIONS.indexOf('up');
const DOWN = DIRECTIONS.indexOf('down');
const LEFT = DIRECTIONS.indexOf('left');
const RIGHT = DIRECTIONS.indexOf('right');

/** Where a step from `cell` leads, across the edge if the board wraps; negative when it leaves the board. */
export function step(position: Position, cell: Cell, direction: Direction): Cell {
  return stepTo(position, cell, DIRECTIONS.indexOf(direction));
}

/** {@link step} by number. */
export function stepTo(position: Position, cell: Cell, move: MoveNumber): Cell {
  if (cell >= 0) {
    const next = position.neighbours[cell * 4 + move]!;
    if (next < position.size) return next;
  }
  return stepOn(position, position.rules.wraps, cell, move);
}

/** The cells one step away, in the order of `DIRECTIONS`; 2 to 4 of them on a board that does not wrap. */
export function neighbours(position: Position, cell: Cell): Cell[] {
  return DIRECTIONS.map((_, move) => stepTo(position, cell, move)).filter((next) => next >= 0);
}

/** Whether a step from one cell leads to the other; where `wraps` is set, a step over the edge counts as well. */
export function isStepTo(grid: Grid, wraps: boolean, from: Cell, move: MoveNumber, to: Cell): boolean {
  return stepOn(grid, false, from, move) === to || (wraps && stepOn(grid, true, from, move) === to);
}

/** The step that leads from one cell to the other, `undefined` if no single step does. */
export function stepBetween(grid: Grid, wraps: boolean, from: Cell, to: Cell): MoveNumber | undefined {
  const move = DIRECTIONS.findIndex((_, each) => isStepTo(grid, wraps, from, each, to));
  return move < 0 ? undefined : move;
}

/** The engine's step for a snake on a board without a valid answer: see {@link straightOn}. */
export function defaultMove(position: Position, seat: Seat): MoveNumber {
  const neck = position.lengths[seat]! < 2 ? undefined : bodyCell(position, seat, 1);
  return straightOn(position, headOf(position, seat), neck);
}

/**
 * The engine's step for a snake without a valid answer: straight on, from neck to head. If these two are not adjacent
 * the snake has wrapped, which shows in one of them being at 0. Up if the snake points nowhere.
 *
 * @param neck the second body cell, `undefined` for a snake of length 1.
 */
export function straightOn(grid: Grid, head: Cell, neck: Cell | undefined): MoveNumber {
  if (neck === undefined) return UP;
  const [headX, headY] = [xOf(grid, head), yOf(grid, head)];
  const [neckX, neckY] = [xOf(grid, neck), yOf(grid, neck)];
  const [dx, dy] = [headX - neckX, headY - neckY];
  if (Math.abs(dx) + Math.abs(dy) === 1) return dx === 0 ? (dy > 0 ? UP : DOWN) : dx > 0 ? RIGHT : LEFT;
  if (dx !== 0 && (headX === 0 || neckX === 0)) return headX === 0 ? RIGHT : LEFT;
  if (dy !== 0 && (headY === 0 || neckY === 0)) return headY === 0 ? UP : DOWN;
  return UP;
}
