/** Between the fast board and plain data: what the wire, the journal and tests hold in their hands. */
import {
  clearPosition,
  createPosition,
  isSameSize,
  STANDARD_BOARD_RULES,
  type BoardRules,
  type Position,
} from './position.js';
import { cellAt, xOf, yOf } from './cells.js';
import { addFood, addHazard } from './items.js';
import { addSnake, bodyCell, eliminationOf, markEliminated, pushTail, seatOf, type Elimination } from './snakes.js';
import type { Cell, Coordinate } from './types.js';

/** A snake as data. A snake from the wire is one: its other fields are not looked at. */
export interface PlainSnake {
  readonly id: string;
  readonly health: number;
  /** From head to tail. */
  readonly body: readonly Coordinate[];
  readonly squad?: string | undefined;
  /** How it went; absent while it lives. */
  readonly elimination?: Elimination | undefined;
}

/** A position as data, lists in the engine's order. */
export interface PlainPosition {
  readonly width: number;
  readonly height: number;
  readonly turn: number;
  readonly food: readonly Coordinate[];
  /** A stacked hazard stands here several times. */
  readonly hazards: readonly Coordinate[];
  readonly snakes: readonly PlainSnake[];
  readonly rules?: BoardRules | undefined;
}

/** The one cell of a snake that came without a body: off the board, so that nothing below has to ask for it. */
const NOWHERE: Cell = -1;

/**
 * A fast board from plain data.
 *
 * Cells off the board are kept for bodies and hazards, and left out for food. A body longer than `ring`, which is more
 * than the rules can produce, loses its tail end.
 *
 * @param into a board to build into, without allocating when it has the right size.
 * @returns the board: `into` or a new one.
 * @throws Error when the size or the number of snakes is more than a board can hold.
 */
export function fromPlain(plain: PlainPosition, into?: Position): Position {
  const rules = plain.rules ?? STANDARD_BOARD_RULES;
  const position =
    into !== undefined && isSameSize(plain, into) ? into : createPosition(plain.width, plain.height, rules);
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

/** After all snakes are seated: a killer may stand behind its victim on the list. */
function markEliminations(position: Position, snakes: readonly PlainSnake[]): void {
  for (let seat = 0; seat < snakes.length; seat++) {
    const elimination = snakes[seat]!.elimination;
    if (elimination === undefined) continue;
    const killer = elimination.by === '' ? -1 : seatOf(position, elimination.by);
    markEliminated(position, seat, elimination.cause, killer, elimination.turn);
  }
}

/** Plain data from a fast board; the inverse of {@link fromPlain}. */
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
