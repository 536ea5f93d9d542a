/** Stage 3: every living snake loses one health. */
import type { Stage } from './stage.js';

/**
 * Lowers health and eliminates no snake: one that reaches food with its last health is fed two stages later, and lives.
 */
export const starveSnakes: Stage = (position) => {
  const { causes, health, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0) health[seat]!--;
  }
};
