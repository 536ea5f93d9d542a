/** Breadth-first distances, and paths to the nearest cell of a kind. Both know when each body cell comes free. */
import type { Position } from '../position.js';
import { directionOf } from '../cells.js';
import { headOf } from '../snakes.js';
import { DIRECTIONS, type Cell, type Direction, type Seat } from '../types.js';
import { flood } from './space.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';

const { freeAt, queue, levelEnds } = scratch;

/**
 * The number of steps to every cell, by cell: 0 for `from` itself, −1 for a cell that cannot be reached. A cell with a
 * body on it can be entered once that body has moved on.
 *
 * @param into an array to fill, at least as long as the board has cells.
 */
export function distances(
  position: Position,
  from: Cell,
  into: Int32Array = new Int32Array(position.size),
): Int32Array {
  into.fill(-1, 0, position.size);
  if (from < 0) return into;
  fillFreeTimes(position, -1);
  const reached = flood(position, from, 0);
  for (let step = 0, place = 0; place < reached; step++) {
    for (const end = levelEnds[step]!; place < end; place++) into[queue[place]!] = step;
  }
  return into;
}

/** A path from a snake's head to a cell. */
export interface Route {
  /** The first step. */
  readonly move: Direction;
  /** The cell where it ends. */
  readonly cell: Cell;
  /** The number of steps. */
  readonly steps: number;
}

/** By cell, while a route is searched: the first move of the path there, and its number of steps. */
const firstMoves = new Uint8Array(freeAt.length);
const stepsTo = new Int32Array(freeAt.length);

/** The shortest path from a snake's head to a cell for which `isGoal` holds; `undefined` if no path leads to one. */
export function findNearest(position: Position, seat: Seat, isGoal: (cell: Cell) => boolean): Route | undefined {
  const head = headOf(position, seat);
  if (!(head >= 0)) return undefined;
  fillFreeTimes(position, seat);
  freeAt[head] = NEVER;
  queue[0] = head;
  stepsTo[head] = 0;
  for (let read = 0, write = 1; read < write; read++) {
    const cell = queue[read]!;
    const steps = stepsTo[cell]! + 1;
    for (let move = 0; move < DIRECTIONS.length; move++) {
      const next = position.neighbours[cell * 4 + move]!;
      if (freeAt[next]! > steps) continue;
      const first = read === 0 ? move : firstMoves[cell]!;
      if (isGoal(next)) return { move: directionOf(first), cell: next, steps };
      freeAt[next] = NEVER;
      firstMoves[next] = first;
      stepsTo[next] = steps;
      queue[write++] = next;
    }
  }
  return undefined;
}

/** The shortest path from a snake's head to food; `undefined` if no path leads to any. */
export function findFood(position: Position, seat: Seat): Route | undefined {
  return position.foodCount === 0 ? undefined : findNearest(position, seat, (cell) => position.foodAt[cell] !== 0);
}
