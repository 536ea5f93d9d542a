/** Whether a snake without a new cell waits for a body to move out of its way. */
import type { Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { walkable, type Areas } from './areas.js';
import { countCells } from './bit-board.js';

/**
 * A snake with less area than its own length has to get out. It waits inside while it has cells to walk on: `step`
 * steps before it leaves take as many cells, and one for the head.
 */
export function mayWait({ lengths }: BoardView, areas: Areas, seat: Seat, step: number): boolean {
  const cells = areas.own[seat]! + areas.other[seat]!;
  return cells < lengths[seat]! && step < walkable(areas, seat);
}

/** {@link mayWait} for areas as bits, and only while bodies still have cells to free. */
export function isWaiting(board: BoardView, seat: Seat, step: number, areas: Areas): boolean {
  if (!hasLaterCells(board, step)) return false;
  countCells(board, seat, areas);
  return mayWait(board, areas, seat, step);
}

/** Whether a body cell comes free after this step. */
export function hasLaterCells({ rules, snakeCount, alive, lengths }: BoardView, step: number): boolean {
  if (rules.grows) return false;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 1 && lengths[seat]! > step + 1) return true;
  }
  return false;
}
