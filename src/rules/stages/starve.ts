/** Stage 3: every living snake is one health hungrier. */
import type { Stage } from './stage.js';

// Hunger only lowers health here; nobody dies of it yet. A snake that reaches food on its last point is fed two stages
// on and lives.
export const starveSnakes: Stage = (position) => {
  const { causes, health, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0) health[seat]!--;
  }
};
