/** Stage 4: hazards under living heads cost health, each one of a stack anew; food on the cell protects from all of them. */
import type { Position } from '../position.js';
import { eliminateSnake, headOf } from '../snakes.js';
import { FULL_HEALTH, type Cell } from '../types.js';
import type { Stage } from './stage.js';

/** Takes the damage of the hazards under each living head; at 0 the snake is out. */
export const damageSnakes: Stage = (position) => {
  if (position.hazardCount === 0) return;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head >= 0 && position.foodAt[head] !== 0) continue;
    const depth = head >= 0 ? position.hazardsAt[head]! : offBoardDepth(position, head);
    if (depth === 0) continue;
    position.health[seat] = healthAfter(position.health[seat]!, depth, position.rules.hazardDamage);
    if (position.health[seat] === 0) eliminateSnake(position, seat, 'hazard', -1);
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
function offBoardDepth(position: Position, head: Cell): number {
  let depth = 0;
  for (let index = 0; index < position.hazardCount; index++) {
    if (position.hazards[index] === head) depth++;
  }
  return depth;
}
