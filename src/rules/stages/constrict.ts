/** Stage 7 of constrictor: no food, no hunger, and every snake grows every turn. */
import { clearFood } from '../items.js';
import { growSnake, tailMoves } from '../snakes.js';
import { FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/**
 * Removes all food, heals every snake and grows it unless its tail is doubled already. Eliminated snakes are included.
 */
export const constrict: Stage = (position) => {
  clearFood(position);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    position.health[seat] = FULL_HEALTH;
    if (tailMoves(position, seat)) growSnake(position, seat);
  }
};
