/** Stage 2: every living snake's head steps on, and its last body cell is dropped. */

import type { Position } from '../position.js';
import { xOf, yOf } from '../cells.js';
import { bodyCell, headOf, moveSnake } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type MoveNumber, NO_MOVE, type Seat } from '../types.js';
import type { Stage } from './stage.js';

const UP = DIRECTIONS.indexOf('up');
const DOWN = DIRECTIONS.indexOf('down');
const LEFT = DIRECTIONS.indexOf('left');
const RIGHT = DIRECTIONS.indexOf('right');

/** Moves all living snakes. Where the board wraps, a head that leaves it re-enters on the far side. */
export const moveSnakes: Stage = (position, { moves }) => {
  const { causes, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const answered = moves[seat]!;
    const move = answered < NO_MOVE ? answered : defaultMove(position, seat);
    moveSnake(position, seat, stepTo(position, headOf(position, seat), move));
  }
};

/**
 * Where a snake goes whose answer is none of the four words: straight on, from neck to head. Where these are not next to
 * each other the snake has wrapped, which shows in one of the two being at 0. Up for a snake that points nowhere.
 */
export function defaultMove(position: Position, seat: Seat): MoveNumber {
  if (position.lengths[seat]! < 2) return UP;
  const head = headOf(position, seat);
  const neck = bodyCell(position, seat, 1);
  const [headX, headY] = [xOf(position, head), yOf(position, head)];
  const [neckX, neckY] = [xOf(position, neck), yOf(position, neck)];

  const [dx, dy] = [headX - neckX, headY - neckY];
  if (Math.abs(dx) + Math.abs(dy) === 1) return dx === 0 ? (dy > 0 ? UP : DOWN) : dx > 0 ? RIGHT : LEFT;
  if (dx !== 0 && (headX === 0 || neckX === 0)) return headX === 0 ? RIGHT : LEFT;
  if (dy !== 0 && (headY === 0 || neckY === 0)) return headY === 0 ? UP : DOWN;
  return UP;
}
