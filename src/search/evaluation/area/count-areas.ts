/**
 * Area control in time, the heart of every evaluation here: who reaches which cell first, while bodies move on.
 *
 * All snakes walk at once. A body cell opens when the body has moved on, the tail's at the first step. A cell that
 * snakes reach together belongs to the longest; between equally long ones it is contested: it is nobody's, and nobody
 * walks on through it. Cells whose hazards would kill a snake are closed for it; cells that cost health may be crossed
 * but do not count. A snake that has nowhere to go waits for a way out while it has cells to walk on, and then goes
 * nowhere any more; see `mayWait` and `isTrapped`. Mates count as opponents.
 */
import type { BoardView } from '../../board/board.js';
import { clearAreas, hasHarm, order, orderByLength, type Areas } from './areas.js';
import { placeBits, readAreas, bitLayout, hasBitLayout } from './bit-board.js';
import { countAreasByCell } from './by-cell.js';
import { spreadFour } from './spread-four.js';
import { spreadMany } from './spread-many.js';
import { spreadTwo } from './spread-two.js';

/** Counts the area of each living snake. Allocates nothing. */
export function countAreas(board: BoardView, into: Areas): void {
  if (board.rules.wraps || !hasBitLayout(board)) countAreasByCell(board, into);
  else countAreasByBits(board, into);
}

/** {@link countAreas} for boards of up to 15×12 cells that do not wrap. */
export function countAreasByBits(board: BoardView, into: Areas): void {
  clearAreas(into, board);
  const living = orderByLength(board);
  const layout = bitLayout(board);
  placeBits(board, layout, living);
  if (living === 2 && !hasHarm(board)) spreadTwo(board, layout, order[0]!, order[1]!, into);
  else if ((living === 3 || living === 4) && !hasHarm(board)) spreadFour(board, layout, living, into);
  else spreadMany(board, layout, living, into);
  readAreas(board, layout, living, into);
}
