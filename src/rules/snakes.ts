/** Snakes on the fast board: reading them, and the few changes that keep `occupied` and `offBoard` true. */

import type { FastBoard } from './board.js';
import { type Cell, ELIMINATION_CAUSES, type EliminationCause, MAX_SNAKES, type Seat } from './types.js';

/** Why and by whom a snake was eliminated, and on which turn. */
export interface Elimination {
  readonly cause: EliminationCause;
  /** The killer's id; `''` where nobody did it. */
  readonly by: string;
  readonly turn: number;
}

/** Whether the snake is still in the game. */
export function isAlive(board: FastBoard, seat: Seat): boolean {
  return board.causes[seat] === 0;
}

/** Number of living snakes. */
export function livingCount(board: FastBoard): number {
  let count = 0;
  const { causes, snakeCount } = board;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0) count++;
  }
  return count;
}

/** The seat of a snake, −1 when it is not on the board. */
export function seatOf(board: FastBoard, id: string): Seat {
  return board.ids.indexOf(id);
}

/** The head's cell; negative off the board. */
export function headOf(board: FastBoard, seat: Seat): Cell {
  return board.bodies[seat * board.ring + board.heads[seat]!]!;
}

/** The cell of body part `index`: 0 is the head, `lengths[seat] - 1` the tail. */
export function bodyCell(board: FastBoard, seat: Seat, index: number): Cell {
  return board.bodies[seat * board.ring + ((board.heads[seat]! + index) & (board.ring - 1))]!;
}

/** The tail's cell. */
export function tailOf(board: FastBoard, seat: Seat): Cell {
  return bodyCell(board, seat, board.lengths[seat]! - 1);
}

/** Whether the tail's cell comes free when the snake moves: not if another body cell lies on it. */
export function tailMoves(board: FastBoard, seat: Seat): boolean {
  const length = board.lengths[seat]!;
  return length < 2 || bodyCell(board, seat, length - 1) !== bodyCell(board, seat, length - 2);
}

/** Whether two snakes belong to the same squad. A snake is not its own mate. */
export function isMate(board: FastBoard, a: Seat, b: Seat): boolean {
  return a !== b && board.squads[a] !== '' && board.squads[a] === board.squads[b];
}

/** How the snake went, `undefined` while it lives. */
export function eliminationOf(board: FastBoard, seat: Seat): Elimination | undefined {
  const code = board.causes[seat]!;
  if (code === 0) return undefined;
  const killer = board.killers[seat]!;
  return {
    cause: ELIMINATION_CAUSES[code - 1]!,
    by: killer < 0 ? '' : board.ids[killer]!,
    turn: board.eliminatedOn[seat]!,
  };
}

/**
 * Adds a living snake at the end of the list. The caller gives it a body of at least one cell with {@link pushTail}.
 *
 * @throws Error when all seats are taken.
 */
export function addSnake(board: FastBoard, id: string, squad: string, health: number): Seat {
  const seat = board.snakeCount;
  if (seat === MAX_SNAKES) throw new Error(`Snake "${id}" finds no seat: a board holds at most ${MAX_SNAKES} snakes.`);
  board.snakeCount = seat + 1;
  board.ids[seat] = id;
  board.squads[seat] = squad;
  board.health[seat] = health;
  board.lengths[seat] = 0;
  board.offBoard[seat] = 0;
  board.causes[seat] = 0;
  board.killers[seat] = -1;
  board.eliminatedOn[seat] = 0;
  board.heads[seat] = 0;
  return seat;
}

/** Lengthens the snake by one cell behind its tail. A body as long as the ring is left as it is. */
export function pushTail(board: FastBoard, seat: Seat, cell: Cell): void {
  const length = board.lengths[seat]!;
  if (length === board.ring) return;
  board.bodies[seat * board.ring + ((board.heads[seat]! + length) & (board.ring - 1))] = cell;
  board.lengths[seat] = length + 1;
  if (cell < 0) board.offBoard[seat]!++;
  else if (board.causes[seat] === 0) board.occupied[cell]!++;
}

/** One more body cell on top of the tail. */
export function growSnake(board: FastBoard, seat: Seat): void {
  pushTail(board, seat, tailOf(board, seat));
}

/** Puts the head of a living snake on `cell` and drops the last body cell. */
export function moveSnake(board: FastBoard, seat: Seat, cell: Cell): void {
  const { bodies, occupied, heads, ring } = board;
  const mask = ring - 1;
  const base = seat * ring;
  const head = heads[seat]!;
  const tail = bodies[base + ((head + board.lengths[seat]! - 1) & mask)]!;
  if (tail >= 0) occupied[tail]!--;
  else board.offBoard[seat]!--;

  const newHead = (head - 1) & mask;
  heads[seat] = newHead;
  bodies[base + newHead] = cell;
  if (cell >= 0) occupied[cell]!++;
  else board.offBoard[seat]!++;
}

/** Takes a living snake out of the game at the end of the current turn. Its body stays in the list, but is no obstacle. */
export function eliminateSnake(board: FastBoard, seat: Seat, cause: EliminationCause, killer: Seat): void {
  markEliminated(board, seat, cause, killer, board.turn + 1);
}

/** The same with the turn given: for boards on which a snake was eliminated earlier. */
export function markEliminated(
  board: FastBoard,
  seat: Seat,
  cause: EliminationCause,
  killer: Seat,
  turn: number,
): void {
  for (let index = board.lengths[seat]! - 1; index >= 0; index--) {
    const cell = bodyCell(board, seat, index);
    if (cell >= 0) board.occupied[cell]!--;
  }
  board.causes[seat] = ELIMINATION_CAUSES.indexOf(cause) + 1;
  board.killers[seat] = killer;
  board.eliminatedOn[seat] = turn;
}
