/** Stage 7 of constrictor: no food, no hunger, and every snake grows every turn. */
import { clearFood } from '../items.js';
import { growSnake, tailMoves } from '../snakes.js';
import { FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/** Takes away all food, heals and grows every snake, the eliminated ones too; not one whose last two cells coincide already. */
export const constrict: Stage = (position) => {
  clearFood(position);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    position.health[seat] = FULL_HEALTH;
    if (tailMoves(position, seat)) growSnake(position, seat);
  }
};
