/** Stage 5: living snakes eat the food under their heads. */

import type { FastBoard } from '../board.js';
import { removeFood } from '../items.js';
import { growSnake, headOf } from '../snakes.js';
import { FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/** Feeds the snakes: full health, one more body cell on top of the tail. Two snakes on one food both eat, then it is gone. */
export const feedSnakes: Stage = (board) => {
  if (board.foodCount === 0) return;
  const { causes, foodAt, health, snakeCount } = board;
  let hasEaten = false;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const head = headOf(board, seat);
    if (head < 0 || foodAt[head] === 0) continue;
    health[seat] = FULL_HEALTH;
    growSnake(board, seat);
    hasEaten = true;
  }
  if (hasEaten) removeEaten(board);
};

function removeEaten(board: FastBoard): void {
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.causes[seat] !== 0) continue;
    const head = headOf(board, seat);
    if (head >= 0 && board.foodAt[head] !== 0) removeFood(board, head);
  }
}
