/** Room to live: how many cells a snake can still get to. */

import type { FastBoard } from '../board.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { type Cell, type Direction, DIRECTIONS, type MoveNumber, type Seat } from '../types.js';
import { flood } from './flood.js';
import { fillFreeTimes, NEVER, scratch } from './free-times.js';

/**
 * Number of cells the snake can still get to, its head's own cell not counted. Bodies move away in time: a cell counts
 * if a shortest way there arrives when the body on it has gone. The other snakes' future is not looked at.
 *
 * @param move counts from where this move leads instead, that cell included; 0 when it leads nowhere.
 */
export function reachableSpace(board: FastBoard, seat: Seat, move?: Direction): number {
  fillFreeTimes(board, seat);
  const head = headOf(board, seat);
  if (move === undefined) return head < 0 ? 0 : flood(board, head, 0) - 1;
  return floodFromStep(board, head, DIRECTIONS.indexOf(move));
}

/** {@link reachableSpace} after a move given by its number. */
export function spaceAfter(board: FastBoard, seat: Seat, move: MoveNumber): number {
  fillFreeTimes(board, seat);
  return floodFromStep(board, headOf(board, seat), move);
}

function floodFromStep(board: FastBoard, head: Cell, move: MoveNumber): number {
  const next = stepTo(board, head, move);
  if (!(next >= 0) || scratch.freeAt[next]! > 1) return 0;
  if (head >= 0) scratch.freeAt[head] = NEVER;
  return flood(board, next, 1);
}
