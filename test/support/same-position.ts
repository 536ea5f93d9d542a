/** Compares positions exactly, for tests. */
import { bodyCell } from '../../src/rules/snakes.js';
import type { Position } from '../../src/rules/position.js';

/** Whether two positions are the same in everything: size, rules, turn, lists in their order, and every snake. */
export function isSamePosition(a: Position, b: Position): boolean {
  return contentsOf(a) === contentsOf(b);
}

function contentsOf(position: Position): string {
  const { width, height, turn, rules, ids, health, causes, killers, eliminatedOn, lengths } = position;
  const { wraps, hazardDamage, grows, matesPass } = rules;
  const snakes = Array.from({ length: position.snakeCount }, (_, seat) => {
    const body = Array.from({ length: lengths[seat]! }, (__, index) => bodyCell(position, seat, index));
    return [ids[seat], position.squads[seat], health[seat], causes[seat], killers[seat], eliminatedOn[seat], body];
  });
  const food = Array.from(position.food.subarray(0, position.foodCount));
  const hazards = Array.from(position.hazards.subarray(0, position.hazardCount));
  return JSON.stringify([width, height, turn, wraps, hazardDamage, grows, matesPass, food, hazards, snakes]);
}
