/** Between the fast board and plain data: what the wire, the journal and tests hold in their hands. */

import { type BoardRules, clearBoard, createBoard, type FastBoard, isSameSize, STANDARD_BOARD_RULES } from './board.js';
import { cellAt, xOf, yOf } from './cells.js';
import { addFood, addHazard } from './items.js';
import { addSnake, bodyCell, type Elimination, eliminationOf, markEliminated, pushTail, seatOf } from './snakes.js';
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
export interface PlainBoard {
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
export function fromPlain(plain: PlainBoard, into?: FastBoard): FastBoard {
  const rules = plain.rules ?? STANDARD_BOARD_RULES;
  const board = into !== undefined && isSameSize(plain, into) ? into : createBoard(plain.width, plain.height, rules);
  clearBoard(board, rules);
  board.turn = plain.turn;
  for (const { x, y } of plain.food) addFood(board, cellAt(board, x, y));
  for (const { x, y } of plain.hazards) addHazard(board, cellAt(board, x, y));
  for (const snake of plain.snakes) {
    const seat = addSnake(board, snake.id, snake.squad ?? '', snake.health);
    for (const { x, y } of snake.body) pushTail(board, seat, cellAt(board, x, y));
    if (snake.body.length === 0) pushTail(board, seat, NOWHERE);
  }
  markEliminations(board, plain.snakes);
  return board;
}

/** After all snakes are seated: a killer may stand behind its victim on the list. */
function markEliminations(board: FastBoard, snakes: readonly PlainSnake[]): void {
  for (let seat = 0; seat < snakes.length; seat++) {
    const elimination = snakes[seat]!.elimination;
    if (elimination === undefined) continue;
    const killer = elimination.by === '' ? -1 : seatOf(board, elimination.by);
    markEliminated(board, seat, elimination.cause, killer, elimination.turn);
  }
}

/** Plain data from a fast board; the inverse of {@link fromPlain}. */
export function toPlain(board: FastBoard): PlainBoard {
  return {
    width: board.width,
    height: board.height,
    turn: board.turn,
    food: coordinates(board, board.food, board.foodCount),
    hazards: coordinates(board, board.hazards, board.hazardCount),
    snakes: board.ids.map((_, seat) => toPlainSnake(board, seat)),
    rules: board.rules,
  };
}

function toPlainSnake(board: FastBoard, seat: number): PlainSnake {
  const elimination = eliminationOf(board, seat);
  return {
    id: board.ids[seat]!,
    health: board.health[seat]!,
    body: Array.from({ length: board.lengths[seat]! }, (_, index) => coordinate(board, bodyCell(board, seat, index))),
    squad: board.squads[seat]!,
    ...(elimination === undefined ? {} : { elimination }),
  };
}

function coordinates(board: FastBoard, cells: Int32Array, count: number): Coordinate[] {
  return Array.from(cells.subarray(0, count), (cell) => coordinate(board, cell));
}

function coordinate(board: FastBoard, cell: Cell): Coordinate {
  return { x: xOf(board, cell), y: yOf(board, cell) };
}
