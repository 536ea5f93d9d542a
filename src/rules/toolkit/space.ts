/** Room to live: how many cells a snake can still get to. */
import type { Position } from '../position.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell, type Direction, type MoveNumber, type Seat } from '../types.js';
import { flood } from './flood.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';

/**
 * Number of cells the snake can still get to, its head's own cell not counted. Bodies move away in time: a cell counts
 * if a shortest way there arrives when the body on it has gone. The other snakes' future is not looked at.
 *
 * @param move counts from where this move leads instead, that cell included; 0 when it leads nowhere.
 */
export function reachableSpace(position: Position, seat: Seat, move?: Direction): number {
  fillFreeTimes(position, seat);
  const head = headOf(position, seat);
  if (move === undefined) return head < 0 ? 0 : flood(position, head, 0) - 1;
  return floodFromStep(position, head, DIRECTIONS.indexOf(move));
}

/** {@link reachableSpace} after a move given by its number. */
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
