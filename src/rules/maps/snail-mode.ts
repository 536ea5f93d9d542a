/** The map `snail_mode`: tails leave trails of hazards that fade turn by turn. */

import type { FastBoard } from '../board.js';
import { cellAt, xOf, yOf } from '../cells.js';
import { addHazard, clearHazards } from '../items.js';
import { headOf, isAlive, tailMoves, tailOf } from '../snakes.js';
import type { Cell } from '../types.js';
import { type GameMap, ODD_SQUARES } from './game-map.js';
import { spawnFood } from './spawn-food.js';
import { ANY_PLAYERS, setUpStandard } from './standard.js';

export const snailMode: GameMap = {
  name: 'snail_mode',
  description: 'Snakes leave trails of hazards as deep as they are long; the trails fade by one each turn.',
  sizes: ODD_SQUARES,
  players: ANY_PLAYERS,
  setUp: setUpStandard,
  afterTurn(board, input) {
    spawnFood(board, input);
    moveTrails(board);
  },
};

/**
 * One turn of the trails. What a tail will leave behind next turn is kept as hazards off the board, `height` rows above
 * the tail; here they come down onto the cell that the tail has just left, and the coming turn's are put up there.
 */
function moveTrails(board: FastBoard): void {
  const hazards = board.hazards.slice(0, board.hazardCount);
  clearHazards(board);
  fade(board, hazards);
  for (const cell of hazards) {
    if (cell < 0) comeDown(board, cell);
  }
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (isAlive(board, seat) && tailMoves(board, seat)) putUp(board, seat);
  }
}

/** Every stack on the board loses one: the first of its cell on the list. */
function fade(board: FastBoard, hazards: Int32Array): void {
  const faded = new Set<Cell>();
  for (const cell of hazards) {
    if (cell < 0) continue;
    if (faded.has(cell)) addHazard(board, cell);
    else faded.add(cell);
  }
}

/** Unless a living head has stepped there. */
function comeDown(board: FastBoard, waiting: Cell): void {
  const cell = cellAt(board, xOf(board, waiting), yOf(board, waiting) - board.height);
  if (cell >= 0 && !hasLivingHead(board, cell)) addHazard(board, cell);
}

function putUp(board: FastBoard, seat: number): void {
  const tail = tailOf(board, seat);
  const above = cellAt(board, xOf(board, tail), yOf(board, tail) + board.height);
  for (let depth = 0; depth < board.lengths[seat]!; depth++) addHazard(board, above);
}

function hasLivingHead(board: FastBoard, cell: Cell): boolean {
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (isAlive(board, seat) && headOf(board, seat) === cell) return true;
  }
  return false;
}
