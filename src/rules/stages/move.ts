/** Stage 2: every living snake's head steps on, and its last body cell is dropped. */
import { headOf, moveSnake } from '../snakes.js';
import { defaultMove, stepTo } from '../steps.js';
import { NO_MOVE } from '../types.js';
import type { Stage } from './stage.js';

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
