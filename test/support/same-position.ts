/** Compares positions exactly, for tests. */
import { bodyCell } from '../../src/rules/snakes.js';
import type { Position } from '../../src/rules/position.js';

/** Whether two positions are the same in everything: size, rules, turn, lists in their order, and every snake. */
export function isSamePosition(a: Position, b: Position): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.turn === b.turn &&
    a.snakeCount === b.snakeCount &&
    hasSameRules(a, b) &&
    isSameList(a.food, a.foodCount, b.food, b.foodCount) &&
    isSameList(a.hazards, a.hazardCount, b.hazards, b.hazardCount) &&
    a.ids.every((_, seat) => isSameSnake(a, b, seat))
  );
}

function hasSameRules(a: Position, b: Position): boolean {
  return (
    a.rules.wraps === b.rules.wraps &&
    a.rules.hazardDamage === b.rules.hazardDamage &&
    a.rules.grows === b.rules.grows &&
    a.rules.matesPass === b.rules.matesPass
  );
}

function isSameSnake(a: Position, b: Position, seat: number): boolean {
  if (
    a.ids[seat] !== b.ids[seat] ||
    a.squads[seat] !== b.squads[seat] ||
    a.health[seat] !== b.health[seat] ||
    a.causes[seat] !== b.causes[seat] ||
    a.killers[seat] !== b.killers[seat] ||
    a.eliminatedOn[seat] !== b.eliminatedOn[seat] ||
    a.lengths[seat] !== b.lengths[seat]
  ) {
    return false;
  }
  for (let index = 0; index < a.lengths[seat]!; index++) {
    if (bodyCell(a, seat, index) !== bodyCell(b, seat, index)) return false;
  }
  return true;
}

function isSameList(a: Int32Array, aCount: number, b: Int32Array, bCount: number): boolean {
  if (aCount !== bCount) return false;
  for (let index = 0; index < aCount; index++) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}
