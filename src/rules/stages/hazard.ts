/** Stage 4: hazards under living heads cost health, each one of a stack anew; food on the cell protects from all of them. */

import type { FastBoard } from '../board.js';
import { eliminateSnake, headOf } from '../snakes.js';
import { type Cell, FULL_HEALTH } from '../types.js';
import type { Stage } from './stage.js';

/** Takes the damage of the hazards under each living head; at 0 the snake is out. */
export const damageSnakes: Stage = (board) => {
  if (board.hazardCount === 0) return;
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.causes[seat] !== 0) continue;
    const head = headOf(board, seat);
    if (head >= 0 && board.foodAt[head] !== 0) continue;
    const depth = head >= 0 ? board.hazardsAt[head]! : offBoardDepth(board, head);
    if (depth === 0) continue;
    board.health[seat] = healthAfter(board.health[seat]!, depth, board.rules.hazardDamage);
    if (board.health[seat] === 0) eliminateSnake(board, seat, 'hazard', -1);
  }
};

/** Health after stepping onto a stack of hazards without food: one after the other, until it is 0. */
export function healthAfter(health: number, depth: number, damage: number): number {
  let left = health;
  for (let entry = 0; entry < depth; entry++) {
    left = Math.max(0, Math.min(FULL_HEALTH, left - damage));
    if (left === 0) return 0;
  }
  return left;
}

/** Hazards may stand off the board, and a head may just have stepped there. */
function offBoardDepth(board: FastBoard, head: Cell): number {
  let depth = 0;
  for (let index = 0; index < board.hazardCount; index++) {
    if (board.hazards[index] === head) depth++;
  }
  return depth;
}
