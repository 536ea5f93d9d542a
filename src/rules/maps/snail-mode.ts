/** The map `snail_mode`: tails leave trails of hazards that fade from turn to turn. */
import type { Position } from '../position.js';
import { cellAt, xOf, yOf } from '../cells.js';
import { addHazard, clearHazards } from '../items.js';
import { headOf, isAlive, tailMoves, tailOf } from '../snakes.js';
import type { Cell } from '../types.js';
import { standardBut } from './standard.js';

export const snailMode = standardBut({
  name: 'snail_mode',
  description: 'Snakes leave trails of hazards as deep as they are long; the trails fade by one each turn.',
  resume(position) {
    // Some engines leave out the hazards off the board, where the trails of the coming turn are kept.
    const hazards = position.hazards.subarray(0, position.hazardCount);
    if (hazards.every((cell) => cell >= 0)) putUpAll(position);
  },
  changeHazards: moveTrails,
});

/**
 * One turn of the trails. The hazards that a tail will leave next turn are kept off the board, `height` rows above the
 * tail. This brings them down onto the cell that the tail has just left, and puts up the next trails.
 */
function moveTrails(position: Position): void {
  const hazards = position.hazards.slice(0, position.hazardCount);
  clearHazards(position);
  fade(position, hazards);
  for (const cell of hazards) {
    if (cell < 0) comeDown(position, cell);
  }
  putUpAll(position);
}

/** Puts up what the tails will leave next turn. */
function putUpAll(position: Position): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (isAlive(position, seat) && tailMoves(position, seat)) putUp(position, seat);
  }
}

/** Removes one hazard from every stack on the board: the first of its cell in the list. */
function fade(position: Position, hazards: Int32Array): void {
  const faded = new Set<Cell>();
  for (const cell of hazards) {
    if (cell < 0) continue;
    if (faded.has(cell)) addHazard(position, cell);
    else faded.add(cell);
  }
}

/** Puts a hazard on the board, unless a living head has stepped onto the cell. */
function comeDown(position: Position, waiting: Cell): void {
  const cell = cellAt(position, xOf(position, waiting), yOf(position, waiting) - position.height);
  if (cell >= 0 && !hasLivingHead(position, cell)) addHazard(position, cell);
}

function putUp(position: Position, seat: number): void {
  const tail = tailOf(position, seat);
  const above = cellAt(position, xOf(position, tail), yOf(position, tail) + position.height);
  for (let depth = 0; depth < position.lengths[seat]!; depth++) addHazard(position, above);
}

function hasLivingHead(position: Position, cell: Cell): boolean {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (isAlive(position, seat) && headOf(position, seat) === cell) return true;
  }
  return false;
}
