/** Plays turns on a search's board, and takes them back. The innermost code of every search: it allocates nothing. */
import { FULL_HEALTH, MAX_SNAKES, type Cell, type Seat } from '../../rules/types.js';
import { fillBodies, fillBody, FRAME_HEAD, FRAME_SEAT, NEVER_FREE, WALL, type SearchBoard } from './board.js';
import { collide, collideByCells, fates, healths, lengthsAfter, LIVES, meet, targets } from './collisions.js';
import { bodyFact, foodFact, healthFact, lengthFact, mixHigh, mixLow } from './keys.js';

/**
 * A turn's record: the living seats as bits, the number of pieces eaten, and the two words of the hash; then for each
 * seat the eight numbers below.
 */
const FRAME = FRAME_HEAD + FRAME_SEAT * MAX_SNAKES;
const HEALTH = 0;
const FREE_ON = 1;
const OWNER = 2;
const POPPED = 3;
const SEAT_LOW = 4;
const SEAT_HIGH = 5;
const HEAD = 6;
/** The cell of food that the snake removed plus one, and its index in the list. */
const EATEN = 7;

const GROWN = 1 << 20;
const EATEN_INDEX = 15;

/**
 * Plays one turn, as the rules do, but without chance. At most `MAX_PLIES` turns can be played before they are taken
 * back.
 *
 * @param moves by seat, 0 to 3; ignored for dead snakes.
 */
export function makeTurn(board: SearchBoard, moves: Uint8Array): void {
  const { frames, snakeCount, alive } = board;
  const frame = board.plies * FRAME;
  frames[frame + 2] = board.hashLow;
  frames[frame + 3] = board.hashHigh;
  let bits = 0;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0) continue;
    bits |= 1 << seat;
    meet(board, seat, moves[seat]!);
  }
  frames[frame] = bits;
  if (board.hasOverlaps) collideByCells(board);
  else collide(board);
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 1 && fates[seat] !== LIVES) removeSnake(board, seat);
  }
  eat(board, frame, bits);
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 1) moveSnakeTo(board, seat, frame + FRAME_HEAD + seat * FRAME_SEAT);
  }
  board.turn++;
  board.plies++;
  if (board.hasOverlaps) fillBodies(board);
}

/** Takes back the last turn that was played. */
export function unmakeTurn(board: SearchBoard): void {
  const { frames, alive } = board;
  board.plies--;
  board.turn--;
  const frame = board.plies * FRAME;
  const bits = frames[frame]!;
  for (let seat = board.snakeCount - 1; seat >= 0; seat--) {
    if (alive[seat] === 1) moveSnakeBack(board, seat, frame + FRAME_HEAD + seat * FRAME_SEAT);
  }
  giveFoodBack(board, frame, bits);
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (alive[seat] === 0 && (bits & (1 << seat)) !== 0) {
      alive[seat] = 1;
      board.living++;
      if (!board.hasOverlaps) fillBody(board, seat);
    }
  }
  board.hashLow = frames[frame + 2]!;
  board.hashHigh = frames[frame + 3]!;
  if (board.hasOverlaps) fillBodies(board);
}

/** The snake's own numbers stay, to be restored later. */
function removeSnake(board: SearchBoard, seat: Seat): void {
  const { bodies, ring, freeOn } = board;
  board.alive[seat] = 0;
  board.living--;
  board.hashLow ^= board.seatLow[seat]!;
  board.hashHigh ^= board.seatHigh[seat]!;
  const base = seat * ring;
  const end = board.headAt[seat]! + board.lengths[seat]!;
  for (let at = board.headAt[seat]!; at < end; at++) freeOn[bodies[base + (at & (ring - 1))]!] = 0;
  // Hidden body parts are off the board.
  freeOn[board.size] = WALL;
}

/** Removes the food under all heads, also under heads that have just collided. */
function eat(board: SearchBoard, frame: number, bits: number): void {
  const { frames, foodAt, food, size } = board;
  let eaten = 0;
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if ((bits & (1 << seat)) === 0) continue;
    const record = frame + FRAME_HEAD + seat * FRAME_SEAT + EATEN;
    frames[record] = 0;
    const cell = targets[seat]!;
    if (cell === size || foodAt[cell] === 0) continue;
    const index = foodAt[cell]! - 1;
    const last = food[--board.foodCount]!;
    food[index] = last;
    foodAt[last] = index + 1;
    foodAt[cell] = 0;
    frames[record] = (index << EATEN_INDEX) | (cell + 1);
    board.hashLow ^= mixLow(foodFact(cell));
    board.hashHigh ^= mixHigh(foodFact(cell));
    eaten++;
  }
  frames[frame + 1] = eaten;
}

function giveFoodBack(board: SearchBoard, frame: number, bits: number): void {
  const { frames, foodAt, food } = board;
  if (frames[frame + 1] === 0) return;
  for (let seat = board.snakeCount - 1; seat >= 0; seat--) {
    const eaten = (bits & (1 << seat)) === 0 ? 0 : frames[frame + FRAME_HEAD + seat * FRAME_SEAT + EATEN]!;
    if (eaten === 0) continue;
    const cell = (eaten & ((1 << EATEN_INDEX) - 1)) - 1;
    const index = eaten >>> EATEN_INDEX;
    const moved = food[index]!;
    food[board.foodCount] = moved;
    foodAt[moved] = ++board.foodCount;
    food[index] = cell;
    foodAt[cell] = index + 1;
  }
}

/** Moves a snake that lives, and lets it grow. */
function moveSnakeTo(board: SearchBoard, seat: Seat, record: number): void {
  const { bodies, ring, frames, freeOn, owner, lengths, health, turn } = board;
  const base = seat * ring;
  const mask = ring - 1;
  const length = lengths[seat]!;
  const to = targets[seat]!;
  const head = (board.headAt[seat]! - 1) & mask;
  const tailSlot = base + ((head + length) & mask);
  const popped = bodies[tailSlot]!;
  frames[record + HEALTH] = health[seat]!;
  frames[record + FREE_ON] = freeOn[to]!;
  frames[record + OWNER] = owner[to]!;
  frames[record + POPPED] = popped;
  frames[record + SEAT_LOW] = board.seatLow[seat]!;
  frames[record + SEAT_HIGH] = board.seatHigh[seat]!;
  frames[record + HEAD] = board.headCells[seat]!;
  bodies[base + head] = to;
  board.headAt[seat] = head;
  board.headCells[seat] = to;
  freeOn[to] = board.rules.grows ? NEVER_FREE : turn + 1 + length;
  owner[to] = seat;
  const tail = bodies[base + ((head + length - 1) & mask)]!;
  let fact = bodyFact(seat, to, turn + 1);
  let [low, high] = [mixLow(fact), mixHigh(fact)];
  if (tail !== popped) {
    fact = bodyFact(seat, popped, turn + 1 - length);
    low ^= mixLow(fact);
    high ^= mixHigh(fact);
  }
  toggle(board, seat, low, high);
  if (lengthsAfter[seat] !== length || (board.rules.grows && (length < 2 || tail !== secondLast(board, seat)))) {
    frames[record + HEAD]! |= GROWN;
    grow(board, seat, tailSlot, tail);
  }
  if (!board.rules.grows && healths[seat] !== health[seat]! - 1) changeHealth(board, seat);
  health[seat] = board.rules.grows ? FULL_HEALTH : healths[seat]!;
}

function secondLast({ bodies, ring, headAt, lengths }: SearchBoard, seat: Seat): Cell {
  return bodies[seat * ring + ((headAt[seat]! + lengths[seat]! - 2) & (ring - 1))]!;
}

/** Adds a body part on top of the tail, so that all parts stay a turn longer. */
function grow(board: SearchBoard, seat: Seat, slot: number, tail: Cell): void {
  const { bodies, ring, freeOn, lengths } = board;
  const length = lengths[seat]!;
  bodies[slot] = tail;
  lengths[seat] = length + 1;
  const [before, after] = [lengthFact(seat, length), lengthFact(seat, length + 1)];
  toggle(board, seat, mixLow(before) ^ mixLow(after), mixHigh(before) ^ mixHigh(after));
  if (!board.rules.grows) shift(bodies, freeOn, seat * ring, ring - 1, board.headAt[seat]!, length, 1);
}

/** Lets each cell of a body come free `by` turns later. Parts that lie on each other are one cell. */
function shift(
  bodies: Int32Array,
  freeOn: Int32Array,
  base: number,
  mask: number,
  head: number,
  length: number,
  by: number,
): void {
  let above = -1;
  for (let index = 0; index < length; index++) {
    const cell = bodies[base + ((head + index) & mask)]!;
    if (cell !== above) freeOn[cell]! += by;
    above = cell;
  }
}

function changeHealth(board: SearchBoard, seat: Seat): void {
  const before = healthFact(seat, board.turn + board.health[seat]!);
  const after = healthFact(seat, board.turn + 1 + healths[seat]!);
  toggle(board, seat, mixLow(before) ^ mixLow(after), mixHigh(before) ^ mixHigh(after));
}

function toggle(board: SearchBoard, seat: Seat, low: number, high: number): void {
  board.seatLow[seat]! ^= low;
  board.seatHigh[seat]! ^= high;
  board.hashLow ^= low;
  board.hashHigh ^= high;
}

function moveSnakeBack(board: SearchBoard, seat: Seat, record: number): void {
  const { bodies, ring, frames, freeOn, owner, lengths } = board;
  const mask = ring - 1;
  const base = seat * ring;
  const head = board.headAt[seat]!;
  const to = board.headCells[seat]!;
  const before = frames[record + HEAD]!;
  if ((before & GROWN) !== 0) {
    lengths[seat]!--;
    if (!board.rules.grows) shift(bodies, freeOn, base, mask, head, lengths[seat]!, -1);
  }
  bodies[base + ((head + lengths[seat]!) & mask)] = frames[record + POPPED]!;
  freeOn[to] = frames[record + FREE_ON]!;
  owner[to] = frames[record + OWNER]!;
  board.headAt[seat] = (head + 1) & mask;
  board.headCells[seat] = before & (GROWN - 1);
  board.health[seat] = frames[record + HEALTH]!;
  board.seatLow[seat] = frames[record + SEAT_LOW]!;
  board.seatHigh[seat] = frames[record + SEAT_HIGH]!;
}
