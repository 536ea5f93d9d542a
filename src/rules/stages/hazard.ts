/**
 * Stage 4: hazards under a living head cost health, each hazard of a stack once. Food on the cell protects from all.
 */
import type { Position } from '../position.js';
import { eliminateSnake, headOf, NO_KILLER } from '../snakes.js';
import { FULL_HEALTH, type Cell } from '../types.js';
import type { Stage } from './stage.js';

/** Subtracts the damage of the hazards under each living head, and eliminates a snake whose health reaches 0. */
export const damageSnakes: Stage = (position) => {
  if (position.hazardCount === 0) return;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head >= 0 && position.foodAt[head] !== 0) continue;
    const depth = head >= 0 ? position.hazardsAt[head]! : offBoardDepth(position, head);
    if (depth === 0) continue;
    position.health[seat] = healthAfter(position.health[seat]!, depth, position.rules.hazardDamage);
    if (position.health[seat] === 0) eliminateSnake(position, seat, 'hazard', NO_KILLER);
  }
};

/** The health after a step onto a stack of `depth` hazards without food. They apply one by one, until it is 0. */
export function healthAfter(health: number, depth: number, damage: number): number {
  let left = health;
  for (let entry = 0; entry < depth; entry++) {
    left = Math.max(0, Math.min(FULL_HEALTH, left - damage));
    if (left === 0) return 0;
  }
  return left;
}

/** Some hazards lie off the board, where a head may just have stepped. */
function offBoardDepth(position: Position, head: Cell): number {
  let depth = 0;
  for (let index = 0; index < position.hazardCount; index++) {
    if (position.hazards[index] === head) depth++;
  }
  return depth;
}
