/** Stage 2: every living snake moves its head and drops its last body cell. */
import { headOf, moveSnake } from '../snakes.js';
import { defaultMove, stepTo } from '../steps.js';
import { NO_MOVE } from '../types.js';
import type { Stage } from './stage.js';

/** Moves all living snakes. If the board wraps, a head that leaves it enters it again on the opposite side. */
export const moveSnakes: Stage = (position, { moves }) => {
  const { causes, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const answered = moves[seat]!;
    const move = answered < NO_MOVE ? answered : defaultMove(position, seat);
    moveSnake(position, seat, stepTo(position, headOf(position, seat), move));
  }
};
