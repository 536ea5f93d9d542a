/** The cells that a snake can still get to: how many, how far, and the way to the nearest of a kind. */
import type { Position } from '../position.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell, type Direction, type MoveNumber, type Seat } from '../types.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';
import { directionOf } from '../cells.js';

const { freeAt, queue, levelEnds } = scratch;

/**
 * The number of cells that the snake can still get to, without its head's cell. Bodies move away in time: a cell counts
 * if the body on it has moved away when a shortest path arrives, and if its hazards leave the snake any of its present
 * health. Ignores where the other snakes will go.
 *
 * @param move counts from the cell that this move leads to, and includes it; the result is 0 if the cell is not free.
 */
export function reachableSpace(position: Position, seat: Seat, move?: Direction): number {
  fillFreeTimes(position, seat);
  const head = headOf(position, seat);
  if (move === undefined) return head < 0 ? 0 : flood(position, head, 0) - 1;
  return floodFromStep(position, head, DIRECTIONS.indexOf(move));
}

/** {@link reachableSpace} after a move, given as its number. */
export function spaceAfter(position: Position, seat: Seat, move: MoveNumber): number {
  fillFreeTimes(position, seat);
  return floodFromStep(position, headOf(position, seat), move);
}

function floodFromStep(position: Position, head: Cell, move: MoveNumber): number {
  const next = stepTo(position, head, move);
  if (!(next >= 0) || freeAt[next]! > 1) return 0;
  if (head >= 0) freeAt[head] = NEVER;
  return flood(position, next, 1);
}

/**
 * Walks from `from`, which is entered at step number `time`, to all cells that can be reached by the steps in
 * `scratch.freeAt`, and sets their entries there to {@link NEVER}. Returns their number. `scratch.queue` has the cells,
 * and `scratch.levelEnds` the step numbers.
 */
function flood({ neighbours }: Position, from: Cell, time: number): number {
  freeAt[from] = NEVER;
  queue[0] = from;
  let reached = 1;
  let levelEnd = 1;
  let step = time + 1;
  // One flat loop, written out for the four neighbours: twice as fast in V8 as nested loops.
  for (let read = 0; read < reached;) {
    const entry = queue[read]! * 4;
    const up = neighbours[entry]!;
    const down = neighbours[entry + 1]!;
    const left = neighbours[entry + 2]!;
    const right = neighbours[entry + 3]!;
    if (freeAt[up]! <= step) {
      freeAt[up] = NEVER;
      queue[reached++] = up;
    }
    if (freeAt[down]! <= step) {
      freeAt[down] = NEVER;
      queue[reached++] = down;
    }
    if (freeAt[left]! <= step) {
      freeAt[left] = NEVER;
      queue[reached++] = left;
    }
    if (freeAt[right]! <= step) {
      freeAt[right] = NEVER;
      queue[reached++] = right;
    }
    if (++read === levelEnd) {
      levelEnds[step - 1] = levelEnd;
      levelEnd = reached;
      step++;
    }
  }
  return reached;
}

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
