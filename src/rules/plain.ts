/** A position as plain data, for the wire, the journal and tests; and as a number, for tables of a search. */
import {
  clearPosition,
  createPosition,
  fits,
  STANDARD_BOARD_RULES,
  type BoardRules,
  type Position,
} from './position.js';
import { cellAt, xOf, yOf } from './cells.js';
import { addFood, addHazard } from './items.js';
import {
  addSnake,
  bodyCell,
  eliminationOf,
  markEliminated,
  NO_KILLER,
  pushTail,
  seatOf,
  type Elimination,
} from './snakes.js';
import type { Cell, Coordinate } from './types.js';

/** A snake as data. A snake from the wire is one; its other fields are ignored. */
export interface PlainSnake {
  readonly id: string;
  readonly health: number;
  readonly body: readonly Coordinate[];
  readonly squad?: string | undefined;
  /** How it was eliminated; absent while it lives. */
  readonly elimination?: Elimination | undefined;
}

/** A position as data. Its lists keep the engine's order. */
export interface PlainPosition {
  readonly width: number;
  readonly height: number;
  readonly turn: number;
  readonly food: readonly Coordinate[];
  /** A stack of hazards is in the list several times. */
  readonly hazards: readonly Coordinate[];
  readonly snakes: readonly PlainSnake[];
  readonly rules?: BoardRules | undefined;
}

/** The body of a snake that was sent without one: a cell off the board, so that no other code needs a special case. */
const NOWHERE: Cell = -1;

/**
 * A position from plain data.
 *
 * Bodies and hazards may lie off the board; food off the board is left out. A body longer than `ring`, which the rules
 * never produce, loses its tail end. Throws an `Error` if the size or the number of snakes is more than a position
 * holds.
 *
 * @param into a position to overwrite, which allocates nothing if it has the right size.
 * @returns `into`, or a new position.
 */
export function fromPlain(plain: PlainPosition, into?: Position): Position {
  const rules = plain.rules ?? STANDARD_BOARD_RULES;
  const { width, height, snakes } = plain;
  const seats = snakes.length;
  const position = into !== undefined && fits(plain, seats, into) ? into : createPosition(width, height, rules, seats);
  clearPosition(position, rules);
  position.turn = plain.turn;
  for (const { x, y } of plain.food) addFood(position, cellAt(position, x, y));
  for (const { x, y } of plain.hazards) addHazard(position, cellAt(position, x, y));
  for (const snake of plain.snakes) {
    const seat = addSnake(position, snake.id, snake.squad ?? '', snake.health);
    for (const { x, y } of snake.body) pushTail(position, seat, cellAt(position, x, y));
    if (snake.body.length === 0) pushTail(position, seat, NOWHERE);
  }
  markEliminations(position, plain.snakes);
  return position;
}

/** Runs when all snakes have a seat: a killer may follow its victim in the list. */
function markEliminations(position: Position, snakes: readonly PlainSnake[]): void {
  for (let seat = 0; seat < snakes.length; seat++) {
    const elimination = snakes[seat]!.elimination;
    if (elimination === undefined) continue;
    const killer = elimination.by === '' ? NO_KILLER : seatOf(position, elimination.by);
    markEliminated(position, seat, elimination.cause, killer, elimination.turn);
  }
}

/** Plain data from a position; the inverse of {@link fromPlain}. */
export function toPlain(position: Position): PlainPosition {
  return {
    width: position.width,
    height: position.height,
    turn: position.turn,
    food: coordinates(position, position.food, position.foodCount),
    hazards: coordinates(position, position.hazards, position.hazardCount),
    snakes: position.ids.map((_, seat) => toPlainSnake(position, seat)),
    rules: position.rules,
  };
}

function toPlainSnake(position: Position, seat: number): PlainSnake {
  const elimination = eliminationOf(position, seat);
  return {
    id: position.ids[seat]!,
    health: position.health[seat]!,
    body: Array.from({ length: position.lengths[seat]! }, (_, index) =>
      coordinate(position, bodyCell(position, seat, index)),
    ),
    squad: position.squads[seat]!,
    ...(elimination === undefined ? {} : { elimination }),
  };
}

function coordinates(position: Position, cells: Int32Array, count: number): Coordinate[] {
  return Array.from(cells.subarray(0, count), (cell) => coordinate(position, cell));
}

function coordinate(position: Position, cell: Cell): Coordinate {
  return { x: xOf(position, cell), y: yOf(position, cell) };
}

/**
 * A number for a position: 53 bits, the same on every machine. It covers everything that changes in a game: turn, food
 * and hazards in their order, and each snake's health, body and elimination. Ids, squads and rules never change in a
 * game and are left out.
 */
export function hashPosition(position: Position): number {
  let [low, high] = [0x9e3779b9, 0x85ebca6b];
  const add = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ value, 0x5bd1e995);
    high ^= high >>> 13;
  };
  add(position.width);
  add(position.height);
  add(position.turn);
  addList(add, position.food, position.foodCount);
  addList(add, position.hazards, position.hazardCount);
  add(position.snakeCount);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    add(position.health[seat]!);
    add(position.causes[seat]!);
    add(position.killers[seat]!);
    add(position.eliminatedOn[seat]!);
    add(position.lengths[seat]!);
    for (let index = 0; index < position.lengths[seat]!; index++) add(bodyCell(position, seat, index));
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

function addList(add: (value: number) => void, list: Int32Array, count: number): void {
  add(count);
  for (let index = 0; index < count; index++) add(list[index]!);
}
