/** The board of a search: a position in memory allocated once. `turn.ts` plays turns on it and takes them back. */
import { UNSEEN, type Grid } from '../../rules/cells.js';
import { STANDARD_BOARD_RULES, type BoardRules, type Position } from '../../rules/position.js';
import { bodyCell, headOf } from '../../rules/snakes.js';
import { MAX_SNAKES, type Cell, type Seat } from '../../rules/types.js';
import { bodyFact, foodFact, hazardFact, healthFact, lengthFact, mixHigh, mixLow, settingFact } from './keys.js';

/** The most turns that can be played on a board before they are taken back. */
export const MAX_PLIES = 128;

/** The turn in `freeOn` of a cell that never comes free. */
export const NEVER_FREE = 1 << 28;
/** The same for a cell without a body that moves: off the board, or part of a hidden snake. */
export const WALL = 2 * NEVER_FREE;

/** Numbers per seat in a turn's record, and numbers before the first seat. */
export const FRAME_SEAT = 8;
export const FRAME_HEAD = 4;

/**
 * The part of a search's board that an evaluation may read. Cells and seats are as in the position that the search
 * began with. Between two turns only: no snake is halfway. Read only.
 */
export interface BoardView extends Grid {
  /** The number of cells: width × height. */
  readonly size: number;
  readonly rules: BoardRules;
  /** `neighbours[cell * 4 + move]`: where that step leads; {@link size} if it leaves the board. */
  readonly neighbours: Uint16Array;
  /** The number of this turn in the game, not in the search. */
  readonly turn: number;
  readonly me: Seat;
  readonly snakeCount: number;
  /** The number of living snakes, also of snakes whose heads fog of war hides. */
  readonly living: number;
  /** The seen cells of snakes with hidden heads: no snake enters them. */
  readonly walls: readonly Cell[];
  /** By seat: 1 while the snake lives and its head is seen. All other numbers of a snake hold only while it does. */
  readonly alive: Uint8Array;
  readonly health: Int32Array;
  /** By seat: the number of body cells, head included. */
  readonly lengths: Int32Array;
  /** By seat: the head's cell. */
  readonly headCells: Int32Array;
  /** By seat: the squad as a number; 0 for none. */
  readonly squads: Uint8Array;
  /**
   * By cell: the turn on which the cell can be entered again if no snake eats. A body cell's is greater than
   * {@link turn}: `freeOn[cell] - turn` is the number of turns until then, 1 for a tail that moves now. Up to
   * {@link turn} the cell is free. {@link NEVER_FREE} or more where all snakes grow. Entry {@link size} is never free.
   */
  readonly freeOn: Int32Array;
  /** By cell: the seat of the body on it; holds only for a cell that is not free. */
  readonly owner: Uint8Array;
  readonly foodCount: number;
  /** The first {@link foodCount} entries are the cells with food, in no order. */
  readonly food: Int32Array;
  /** By cell: 0 without food, else its index in {@link food} plus one. */
  readonly foodAt: Uint16Array;
  /** Whether there is any hazard. */
  readonly hasHazards: boolean;
  /** By cell: the height of the stack of hazards. */
  readonly hazardsAt: Uint16Array;
  /** The bodies, one ring after the other: part `i` is at `seat * ring + ((headAt[seat] + i) & (ring - 1))`. */
  readonly bodies: Int32Array;
  readonly ring: number;
  /** By seat: the index of the head in the snake's ring. */
  readonly headAt: Int32Array;
}

/**
 * A board that is changed in place. It owns all its memory and never allocates after its creation. Chance is not
 * predicted: no food appears, no board shrinks and no map moves. Snakes of a squad share nothing but their bodies.
 */
export class SearchBoard implements BoardView {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly ring: number;
  rules: BoardRules = STANDARD_BOARD_RULES;
  neighbours: Uint16Array = new Uint16Array(0);
  turn = 0;
  me: Seat = 0;
  snakeCount = 0;
  living = 0;
  readonly walls: Cell[] = [];
  readonly alive = new Uint8Array(MAX_SNAKES);
  readonly health = new Int32Array(MAX_SNAKES);
  readonly lengths = new Int32Array(MAX_SNAKES);
  readonly headCells = new Int32Array(MAX_SNAKES);
  readonly squads = new Uint8Array(MAX_SNAKES);
  readonly headAt = new Int32Array(MAX_SNAKES);
  readonly bodies: Int32Array;
  readonly freeOn: Int32Array;
  readonly owner: Uint8Array;
  foodCount = 0;
  readonly food: Int32Array;
  readonly foodAt: Uint16Array;
  hasHazards = false;
  readonly hazardsAt: Uint16Array;
  /** Some bodies overlap, as squad mates may: collisions are then checked cell by cell. */
  hasOverlaps = false;

  /** The hash: two words of 32 bits. Equal for equal boards with the same seat of ours, whatever was played before. */
  hashLow = 0;
  hashHigh = 0;
  /** By seat: the part of the snake in the hash. */
  readonly seatLow = new Int32Array(MAX_SNAKES);
  readonly seatHigh = new Int32Array(MAX_SNAKES);

  /** The turns that were played and not taken back. */
  plies = 0;
  readonly frames: Int32Array;

  /** Throws a `RangeError` if there is no memory for the board. */
  constructor({ width, height }: Grid) {
    this.width = width;
    this.height = height;
    const size = width * height;
    this.size = size;
    this.ring = ringFor(size);
    this.bodies = new Int32Array(MAX_SNAKES * this.ring);
    this.freeOn = new Int32Array(size + 1);
    this.owner = new Uint8Array(size + 1);
    this.food = new Int32Array(size);
    this.foodAt = new Uint16Array(size + 1);
    this.hazardsAt = new Uint16Array(size + 1);
    this.frames = new Int32Array(MAX_PLIES * (FRAME_HEAD + FRAME_SEAT * MAX_SNAKES));
  }
}

/** The length of a ring, in which a tail's cells stay until the turn is taken back. */
function ringFor(size: number): number {
  let ring = 256;
  while (ring < size + 8 + MAX_PLIES) ring *= 2;
  return ring;
}

/**
 * Puts a position on a board of its size. `me` is our seat. A snake whose head is off the board counts as dead.
 *
 * Constrictor's food is left out: the rules remove it before a snake could eat twice.
 */
export function loadBoard(board: SearchBoard, position: Position, me: Seat): void {
  board.rules = position.rules;
  board.neighbours = position.neighbours;
  board.turn = position.turn;
  board.me = me;
  board.plies = 0;
  board.snakeCount = position.snakeCount;
  loadItems(board, position);
  loadSnakes(board, position);
  board.hasOverlaps = position.rules.matesPass || hasSharedCells(board);
  fillBodies(board);
  hashBoard(board);
}

function loadItems(board: SearchBoard, position: Position): void {
  board.foodAt.fill(0);
  board.foodCount = 0;
  for (let index = 0; index < position.foodCount && !position.rules.grows; index++) {
    const cell = position.food[index]!;
    if (board.foodAt[cell] !== 0) continue;
    board.food[board.foodCount++] = cell;
    board.foodAt[cell] = board.foodCount;
  }
  board.hazardsAt.set(position.hazardsAt);
  board.hasHazards = position.hazardCount > 0;
}

function loadSnakes(board: SearchBoard, position: Position): void {
  board.walls.length = 0;
  board.living = 0;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const head = headOf(position, seat);
    board.alive[seat] = position.causes[seat] === 0 && head >= 0 ? 1 : 0;
    board.living += board.alive[seat]!;
    const isHidden = head === UNSEEN && position.causes[seat] === 0;
    if (isHidden) board.living++;
    board.squads[seat] = position.squads[seat] === '' ? 0 : position.squads.indexOf(position.squads[seat]!) + 1;
    board.health[seat] = position.health[seat]!;
    board.lengths[seat] = Math.min(position.lengths[seat]!, board.ring - MAX_PLIES);
    board.headCells[seat] = head;
    board.headAt[seat] = 0;
    const base = seat * board.ring;
    for (let index = 0; index < board.lengths[seat]!; index++) {
      const cell = bodyCell(position, seat, index);
      board.bodies[base + index] = cell < 0 ? board.size : cell;
      if (isHidden && cell >= 0) board.walls.push(cell);
    }
  }
}

/** Whether two living bodies share a cell, or a body lies on itself other than with consecutive parts. */
function hasSharedCells(board: SearchBoard): boolean {
  board.freeOn.fill(0);
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.alive[seat] === 0) continue;
    for (let index = 0; index < board.lengths[seat]!; index++) {
      const cell = board.bodies[seat * board.ring + index]!;
      if (cell === board.size || (index > 0 && cell === board.bodies[seat * board.ring + index - 1])) continue;
      if (board.freeOn[cell]!++ > 0) return true;
    }
  }
  return false;
}

/** Fills `freeOn` and `owner` from the bodies. */
export function fillBodies(board: SearchBoard): void {
  board.freeOn.fill(0);
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.alive[seat] === 1) fillBody(board, seat);
  }
  for (const wall of board.walls) board.freeOn[wall] = WALL;
  board.freeOn[board.size] = WALL;
}

/** Fills `freeOn` and `owner` for the body of one snake, from the head on: a stack comes free with its highest part. */
export function fillBody(board: SearchBoard, seat: Seat): void {
  const { bodies, ring, freeOn, owner, rules, turn } = board;
  const base = seat * ring;
  const head = board.headAt[seat]!;
  const length = board.lengths[seat]!;
  let above = -1;
  for (let index = 0; index < length; index++) {
    const cell = bodies[base + ((head + index) & (ring - 1))]!;
    const isLast = index === length - 1 && cell !== above;
    const free = rules.grows && !isLast ? NEVER_FREE : turn + length - index;
    if (freeOn[cell]! < free) {
      freeOn[cell] = free;
      owner[cell] = seat;
    }
    above = cell;
  }
}

/** Computes the hash from nothing. */
function hashBoard(board: SearchBoard): void {
  const { width, me, rules } = board;
  const settings = [width, board.height, me, Number(rules.wraps), Number(rules.grows), Number(rules.matesPass)];
  board.hashLow = mixLow(settingFact(0, rules.hazardDamage));
  board.hashHigh = mixHigh(settingFact(0, rules.hazardDamage));
  settings.push(...board.squads.subarray(0, board.snakeCount));
  settings.forEach((value, index) => addFact(board, settingFact(index + 1, value)));
  for (let cell = 0; cell < board.size; cell++) {
    if (board.hazardsAt[cell]! > 0) addFact(board, hazardFact(cell, board.hazardsAt[cell]!));
  }
  for (let index = 0; index < board.foodCount; index++) addFact(board, foodFact(board.food[index]!));
  for (const wall of board.walls) addFact(board, settingFact(-1, wall));
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.alive[seat] === 0) continue;
    hashSnake(board, seat);
    board.hashLow ^= board.seatLow[seat]!;
    board.hashHigh ^= board.seatHigh[seat]!;
  }
}

function addFact(board: SearchBoard, fact: number): void {
  board.hashLow ^= mixLow(fact);
  board.hashHigh ^= mixHigh(fact);
}

function hashSnake(board: SearchBoard, seat: Seat): void {
  const { bodies, ring, headAt, lengths, turn, rules } = board;
  const length = lengthFact(seat, lengths[seat]!);
  let [low, high] = [mixLow(length), mixHigh(length)];
  const add = (fact: number): void => {
    low ^= mixLow(fact);
    high ^= mixHigh(fact);
  };
  if (!rules.grows) add(healthFact(seat, turn + board.health[seat]!));
  let above: Cell = -1;
  for (let index = 0; index < lengths[seat]!; index++) {
    const cell = bodies[seat * ring + ((headAt[seat]! + index) & (ring - 1))]!;
    if (cell !== above) add(bodyFact(seat, cell, turn - index));
    above = cell;
  }
  board.seatLow[seat] = low;
  board.seatHigh[seat] = high;
}
