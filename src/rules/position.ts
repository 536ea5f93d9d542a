/** A position as flat numbers. Created and copied here, filled by `plain.ts`, changed by `snakes.ts` and `items.ts`. */
import { neighbourTable, type Grid } from './cells.js';
import { MAX_SIDE, MAX_SNAKES, type Seat } from './types.js';

/** Seats of a position for which the caller names no number. */
const DEFAULT_SEATS = 4;

/** The part of a ruleset that decides how a position continues, so that a strategy needs nothing but the position. */
export interface BoardRules {
  /** A head that leaves the board enters it again on the opposite side. */
  readonly wraps: boolean;
  /** Health lost for each hazard on the head's cell; negative heals. */
  readonly hazardDamage: number;
  /** All snakes grow each turn, so a body cell never comes free (constrictor). */
  readonly grows: boolean;
  /** Squad mates may move through each other's bodies. */
  readonly matesPass: boolean;
}

/** Rules of a standard game with the engine's default hazard damage. */
export const STANDARD_BOARD_RULES: BoardRules = { wraps: false, hazardDamage: 14, grows: false, matesPass: false };

/**
 * One position: plain fields over typed arrays, without methods. Functions from any copy of this module accept it.
 *
 * Cells are `y * width + x`; a negative cell is off the board. A seat is a snake's index, 0 to {@link snakeCount} − 1,
 * in all arrays marked "by seat". Eliminated snakes keep their seat and body but are not counted in `occupied`. Lists
 * keep the engine's order. Read a position with functions such as `headOf`, and change it with functions such as
 * `advance`: they keep `occupied`, `foodAt`, `hazardsAt` and `offBoard` correct.
 */
export interface Position extends Grid {
  /** Number of cells: width × height. */
  readonly size: number;
  rules: BoardRules;
  /** `neighbours[cell * 4 + move]`: where that step leads; {@link size} if it leaves the board. Shared: read only. */
  neighbours: Uint16Array;
  turn: number;

  snakeCount: number;
  /** The number of snakes that the arrays have room for. `addSnake` makes more room, up to {@link MAX_SNAKES}. */
  readonly seats: number;
  /** By seat. */
  readonly ids: string[];
  /** By seat; `''` for a snake without a squad. */
  readonly squads: string[];
  /** By seat: 0 to 100. */
  readonly health: Int32Array;
  /** By seat: the number of body cells, head included. */
  readonly lengths: Int32Array;
  /** By seat: the number of body cells off the board; hidden ones are counted, too. */
  readonly offBoard: Int32Array;
  /** By seat: 0 while the snake lives, else the cause's index in `ELIMINATION_CAUSES` plus one. */
  readonly causes: Uint8Array;
  /** By seat: the seat that eliminated this snake; −1 for nobody. */
  readonly killers: Int8Array;
  /** By seat: the turn that was reached when the snake was eliminated; 0 while it lives. */
  readonly eliminatedOn: Int32Array;

  /** By seat: the index of the head in the snake's part of `bodies`. */
  readonly heads: Int32Array;
  /** The length of one snake's part of `bodies`: a power of two, longer than a living body can be. */
  readonly ring: number;
  /**
   * The bodies, one ring after the other: cell `i` of a seat is at `seat * ring + ((heads[seat] + i) & (ring - 1))`.
   */
  readonly bodies: Int32Array;
  /** By cell: the number of body cells of living snakes, heads included. Entry {@link size}, off the board, is 1. */
  readonly occupied: Uint16Array;

  foodCount: number;
  /** The first `foodCount` entries are the cells with food. */
  food: Int32Array;
  /** By cell: the pieces of food. */
  readonly foodAt: Uint16Array;

  hazardCount: number;
  /** The first `hazardCount` entries are the hazards. A stack is in the list several times; some are off the board. */
  hazards: Int32Array;
  /** By cell: the height of the stack of hazards. */
  readonly hazardsAt: Uint16Array;
}

/**
 * An empty position of 1×1 to 100×100 cells. Throws an `Error` that names the size if it is any other.
 *
 * @param seats the number of snakes to make room for; it takes more, but has to move its lists then.
 */
export function createPosition(
  width: number,
  height: number,
  rules: BoardRules = STANDARD_BOARD_RULES,
  seats = DEFAULT_SEATS,
): Position {
  if (!isSide(width) || !isSide(height)) {
    throw new Error(`A board of ${width}x${height}: sides are whole numbers from 1 to ${MAX_SIDE}.`);
  }
  const size = width * height;
  const ring = ringFor(size);
  const room = Math.max(1, seats);
  return {
    width,
    height,
    size,
    rules,
    neighbours: neighbourTable({ width, height }, rules.wraps),
    turn: 0,
    snakeCount: 0,
    seats: room,
    ids: [],
    squads: [],
    ring,
    foodCount: 0,
    hazardCount: 0,
    ...createLists(size, ring, room),
  };
}

/**
 * All lists of a position in one piece of memory. A position is made for each turn of which a strategy reads one; a
 * dozen pieces cost several times as much, mostly in garbage collection.
 */
function createLists(size: number, ring: number, seats: number) {
  const integers = seats * (5 + ring) + 2 * size;
  const shorts = 3 * size + 1;
  const memory = new ArrayBuffer(4 * integers + 2 * shorts + 2 * seats);
  let at = 0;
  const int32 = (length: number) => new Int32Array(memory, (at += 4 * length) - 4 * length, length);
  const uint16 = (length: number) => new Uint16Array(memory, (at += 2 * length) - 2 * length, length);
  return {
    health: int32(seats),
    lengths: int32(seats),
    offBoard: int32(seats),
    eliminatedOn: int32(seats),
    heads: int32(seats),
    bodies: int32(seats * ring),
    food: int32(size),
    hazards: int32(size),
    occupied: uint16(size + 1).fill(1, size),
    foodAt: uint16(size),
    hazardsAt: uint16(size),
    causes: new Uint8Array(memory, at, seats),
    killers: new Int8Array(memory, at + seats, seats),
  };
}

/** Empties a position, and sets its rules. The size stays. */
export function clearPosition(position: Position, rules: BoardRules = position.rules): void {
  setRules(position, rules);
  position.turn = 0;
  position.snakeCount = 0;
  position.ids.length = 0;
  position.squads.length = 0;
  position.foodCount = 0;
  position.hazardCount = 0;
  position.occupied.fill(0, 0, position.size);
  position.foodAt.fill(0);
  position.hazardsAt.fill(0);
}

export function setRules(position: Position, rules: BoardRules): void {
  if (rules.wraps !== position.rules.wraps) position.neighbours = neighbourTable(position, rules.wraps);
  position.rules = rules;
}

/** Makes room for twice as many snakes: moves all lists of a position into larger memory. */
export function addSeats(position: Position): void {
  const { width, height, rules, seats } = position;
  const roomier = createPosition(width, height, rules, Math.min(MAX_SNAKES, 2 * seats));
  Object.assign(position, copyPosition(position, roomier));
}

/** Whether a board of this size with this number of snakes can be put into a position without moving its lists. */
export function fits({ width, height }: Grid, snakes: number, into: Position): boolean {
  return width === into.width && height === into.height && snakes <= into.seats;
}

/**
 * Copies a position.
 *
 * @param into a position to overwrite, which allocates nothing if it has the same size and enough seats.
 * @returns `into`, or a new position if `into` is absent, has another size or too few seats.
 */
export function copyPosition(from: Position, into?: Position): Position {
  const { width, height, rules, snakeCount } = from;
  const copy =
    into !== undefined && fits(from, snakeCount, into) ? into : createPosition(width, height, rules, from.seats);
  copy.rules = from.rules;
  copy.neighbours = from.neighbours;
  copy.turn = from.turn;
  copySnakes(from, copy);
  copy.foodCount = from.foodCount;
  copy.food = copyList(from.food, from.foodCount, copy.food);
  copy.foodAt.set(from.foodAt);
  copy.hazardCount = from.hazardCount;
  copy.hazards = copyList(from.hazards, from.hazardCount, copy.hazards);
  copy.hazardsAt.set(from.hazardsAt);
  return copy;
}

function copySnakes(from: Position, into: Position): void {
  into.snakeCount = from.snakeCount;
  into.ids.length = from.snakeCount;
  into.squads.length = from.snakeCount;
  into.occupied.set(from.occupied);
  for (let seat = 0; seat < from.snakeCount; seat++) {
    into.ids[seat] = from.ids[seat]!;
    into.squads[seat] = from.squads[seat]!;
    into.health[seat] = from.health[seat]!;
    into.lengths[seat] = from.lengths[seat]!;
    into.offBoard[seat] = from.offBoard[seat]!;
    into.causes[seat] = from.causes[seat]!;
    into.killers[seat] = from.killers[seat]!;
    into.eliminatedOn[seat] = from.eliminatedOn[seat]!;
    into.heads[seat] = from.heads[seat]!;
    copyBody(from, into, seat);
  }
}

function copyBody({ bodies, ring, heads, lengths }: Position, into: Position, seat: Seat): void {
  const { bodies: copies } = into;
  const base = seat * ring;
  const end = heads[seat]! + lengths[seat]!;
  for (let at = heads[seat]!; at < end; at++) {
    const slot = base + (at & (ring - 1));
    copies[slot] = bodies[slot]!;
  }
}

function copyList(from: Int32Array, count: number, into: Int32Array): Int32Array {
  if (into.length < count) return from.slice();
  for (let index = 0; index < count; index++) into[index] = from[index]!;
  return into;
}

/** A list with room for one more entry: the same list, or a copy of twice its length. */
export function growList(list: Int32Array, count: number): Int32Array {
  if (count < list.length) return list;
  const longer = new Int32Array(list.length * 2);
  longer.set(list);
  return longer;
}

function isSide(side: number): boolean {
  return Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
}

/**
 * A living body has each cell once and its tail up to three times; the rest is room for odd boards. Seven, because
 * eight would double the rings of 11×11 without gain.
 */
function ringFor(size: number): number {
  let ring = 16;
  while (ring < size + 7) ring *= 2;
  return ring;
}
