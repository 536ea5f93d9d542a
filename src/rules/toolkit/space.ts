/** Reachable space: how many cells a snake can still get to. */
import type { Position } from '../position.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell, type Direction, type MoveNumber, type Seat } from '../types.js';
import { flood } from './flood.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';

/**
 * The number of cells that the snake can still get to, without its head's cell. Bodies move away in time: a cell counts
 * if the body on it has gone when a shortest way arrives, and if its hazards leave the snake any of its present health.
 * Ignores where the other snakes will go.
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
  if (!(next >= 0) || scratch.freeAt[next]! > 1) return 0;
  if (head >= 0) scratch.freeAt[head] = NEVER;
  return flood(position, next, 1);
}
