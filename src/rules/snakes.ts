/** Snakes of a position. Changes go through here, so that `occupied` and `offBoard` stay correct. */
import { UNSEEN } from './cells.js';
import { addSeats, type Position } from './position.js';
import { ELIMINATION_CAUSES, MAX_SNAKES, type Cell, type EliminationCause, type Seat } from './types.js';

/** Why and by whom a snake was eliminated, and on which turn. */
export interface Elimination {
  readonly cause: EliminationCause;
  /** The killer's id; `''` if no snake did it. */
  readonly by: string;
  readonly turn: number;
}

/** The killer of a snake that no snake eliminated. */
export const NO_KILLER = -1;

/** Whether the snake on this seat still plays. */
export function isAlive(position: Position, seat: Seat): boolean {
  return position.causes[seat] === 0;
}

/** How many snakes still play. */
export function livingCount(position: Position): number {
  let count = 0;
  const { causes, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0) count++;
  }
  return count;
}

/** The seat of a snake; −1 if it is not on the board. */
export function seatOf(position: Position, id: string): Seat {
  return position.ids.indexOf(id);
}

/** The head's cell; negative off the board. */
export function headOf(position: Position, seat: Seat): Cell {
  return position.bodies[seat * position.ring + position.heads[seat]!]!;
}

/** The cell of body part `index`: 0 is the head, `lengths[seat] - 1` is the tail. */
export function bodyCell(position: Position, seat: Seat, index: number): Cell {
  return position.bodies[seat * position.ring + ((position.heads[seat]! + index) & (position.ring - 1))]!;
}

/** The number of body parts that fog of war hides. With any, the length is the least that the snake may have. */
export function unseenParts(position: Position, seat: Seat): number {
  let count = 0;
  if (position.offBoard[seat] === 0) return count;
  for (let index = 0; index < position.lengths[seat]!; index++) count += +(bodyCell(position, seat, index) === UNSEEN);
  return count;
}

/** Whether fog of war hides a snake, wholly or in part. */
export function hidesSnakes(position: Position): boolean {
  return position.ids.some((_, seat) => unseenParts(position, seat) > 0);
}

/** The cell of the last body part. */
export function tailOf(position: Position, seat: Seat): Cell {
  return bodyCell(position, seat, position.lengths[seat]! - 1);
}

/**
 * Whether the tail's cell comes free when the snake moves. It does not if another body part is on it, as after a meal.
 */
export function tailMoves(position: Position, seat: Seat): boolean {
  const length = position.lengths[seat]!;
  return length < 2 || bodyCell(position, seat, length - 1) !== bodyCell(position, seat, length - 2);
}

/** Whether two snakes belong to the same squad. A snake is not its own mate. */
export function isMate(position: Position, a: Seat, b: Seat): boolean {
  return a !== b && position.squads[a] !== '' && position.squads[a] === position.squads[b];
}

/** How the snake was eliminated; `undefined` while it lives. */
export function eliminationOf(position: Position, seat: Seat): Elimination | undefined {
  const code = position.causes[seat]!;
  if (code === 0) return undefined;
  const killer = position.killers[seat]!;
  return {
    cause: ELIMINATION_CAUSES[code - 1]!,
    by: killer === NO_KILLER ? '' : position.ids[killer]!,
    turn: position.eliminatedOn[seat]!,
  };
}

/**
 * Adds a living snake at the end of the list. The caller gives it a body of at least one cell with {@link pushTail}.
 * Throws an `Error` if all seats are taken.
 */
export function addSnake(position: Position, id: string, squad: string, health: number): Seat {
  const seat = position.snakeCount;
  if (seat === MAX_SNAKES) throw new Error(`Snake "${id}" has no seat: a position holds at most ${MAX_SNAKES} snakes.`);
  if (seat === position.seats) addSeats(position);
  position.snakeCount = seat + 1;
  position.ids[seat] = id;
  position.squads[seat] = squad;
  position.health[seat] = health;
  position.lengths[seat] = 0;
  position.offBoard[seat] = 0;
  position.causes[seat] = 0;
  position.killers[seat] = NO_KILLER;
  position.eliminatedOn[seat] = 0;
  position.heads[seat] = 0;
  return seat;
}

/** Adds one body cell behind the tail. A body as long as the ring does not grow. */
export function pushTail(position: Position, seat: Seat, cell: Cell): void {
  const length = position.lengths[seat]!;
  if (length === position.ring) return;
  position.bodies[seat * position.ring + ((position.heads[seat]! + length) & (position.ring - 1))] = cell;
  position.lengths[seat] = length + 1;
  if (cell < 0) position.offBoard[seat]!++;
  else if (position.causes[seat] === 0) position.occupied[cell]!++;
}

/** Takes away the whole body of a living snake. The caller gives it another with {@link pushTail}. */
export function clearBody(position: Position, seat: Seat): void {
  for (let index = position.lengths[seat]! - 1; index >= 0; index--) {
    const cell = bodyCell(position, seat, index);
    if (cell >= 0) position.occupied[cell]!--;
  }
  position.heads[seat] = 0;
  position.lengths[seat] = 0;
  position.offBoard[seat] = 0;
}

/** Adds one body cell on top of the tail. */
export function growSnake(position: Position, seat: Seat): void {
  pushTail(position, seat, tailOf(position, seat));
}

/** Moves the head of a living snake to `cell` and removes the last body cell. */
export function moveSnake(position: Position, seat: Seat, cell: Cell): void {
  const { bodies, occupied, heads, ring } = position;
  const mask = ring - 1;
  const base = seat * ring;
  const head = heads[seat]!;
  const tail = bodies[base + ((head + position.lengths[seat]! - 1) & mask)]!;
  if (tail >= 0) occupied[tail]!--;
  else position.offBoard[seat]!--;

  const newHead = (head - 1) & mask;
  heads[seat] = newHead;
  bodies[base + newHead] = cell;
  if (cell >= 0) occupied[cell]!++;
  else position.offBoard[seat]!++;
}

/** Eliminates a living snake in the current turn. Its body stays in the list but is no obstacle. */
export function eliminateSnake(position: Position, seat: Seat, cause: EliminationCause, killer: Seat): void {
  markEliminated(position, seat, cause, killer, position.turn + 1);
}

/** Eliminates a snake on a given turn: for positions in which that happened earlier. */
export function markEliminated(
  position: Position,
  seat: Seat,
  cause: EliminationCause,
  killer: Seat,
  turn: number,
): void {
  for (let index = position.lengths[seat]! - 1; index >= 0; index--) {
    const cell = bodyCell(position, seat, index);
    if (cell >= 0) position.occupied[cell]!--;
  }
  position.causes[seat] = ELIMINATION_CAUSES.indexOf(cause) + 1;
  position.killers[seat] = killer;
  position.eliminatedOn[seat] = turn;
}
