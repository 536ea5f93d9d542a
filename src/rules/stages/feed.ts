/** Stage 5: living snakes eat the food under their heads. */
import type { Position } from '../position.js';
import { removeFood } from '../items.js';
import { growSnake, headOf } from '../snakes.js';
import { FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/**
 * Feeds the snakes: full health, and one more body cell on top of the tail. Two heads on one piece of food both eat it.
 */
export const feedSnakes: Stage = (position) => {
  if (position.foodCount === 0) return;
  const { causes, foodAt, health, snakeCount } = position;
  let hasEaten = false;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head < 0 || foodAt[head] === 0) continue;
    health[seat] = FULL_HEALTH;
    growSnake(position, seat);
    hasEaten = true;
  }
  if (hasEaten) removeEaten(position);
};

function removeEaten(position: Position): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head >= 0 && position.foodAt[head] !== 0) removeFood(position, head);
  }
}
