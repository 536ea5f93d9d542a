/** Stage 7 of constrictor: no food, no hunger, and every snake grows every turn. */

import { clearFood } from '../items.js';
import { growSnake, tailMoves } from '../snakes.js';
import { FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/** Takes away all food, heals and grows every snake, the eliminated ones too; not one whose last two cells coincide already. */
export const constrict: Stage = (board) => {
  clearFood(board);
  for (let seat = 0; seat < board.snakeCount; seat++) {
    board.health[seat] = FULL_HEALTH;
    if (tailMoves(board, seat)) growSnake(board, seat);
  }
};
