/** Whether a snake without a new cell waits for a body to move out of its way. */
import type { Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import { walkable, type Areas } from './areas.js';
import { countCells } from './bit-board.js';
import type { BitLayout } from './bit-layout.js';

/**
 * A snake with less area than its own length has to get out. It waits inside while it has cells to walk on: `step`
 * steps before it leaves take as many cells, and one for the head.
 */
export function mayWait({ lengths }: BoardView, areas: Areas, seat: Seat, step: number): boolean {
  const cells = areas.own[seat]! + areas.other[seat]!;
  return cells < lengths[seat]! && step < walkable(areas, seat);
}

/** {@link mayWait} for areas as bits. */
export function isWaiting(board: BoardView, layout: BitLayout, seat: Seat, step: number, areas: Areas): boolean {
  countCells(board, layout, seat, areas);
  return mayWait(board, areas, seat, step);
}
