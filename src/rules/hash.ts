/** Comparing positions: exactly, and by a number for tables of positions already searched. */
import type { Position } from './position.js';
import { bodyCell } from './snakes.js';

/**
 * A number for a position: 53 bits, the same on every machine. Covers all that a game changes: turn, food and hazards in
 * their order, and of each snake health, body and elimination. Ids, squads and rules stay as they are in a game and are
 * left out.
 */
export function hashPosition(position: Position): number {
  let [low, high] = [0x9e3779b9, 0x85ebca6b];
  const add = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ value, 0x5bd1e995);
    high ^= high >>> 13;
  };
  add(position.width);
  add(position.height);
  add(position.turn);
  addList(add, position.food, position.foodCount);
  addList(add, position.hazards, position.hazardCount);
  add(position.snakeCount);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    add(position.health[seat]!);
    add(position.causes[seat]!);
    add(position.killers[seat]!);
    add(position.eliminatedOn[seat]!);
    add(position.lengths[seat]!);
    for (let index = 0; index < position.lengths[seat]!; index++) add(bodyCell(position, seat, index));
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** Whether the two boards are the same position in everything: size, rules, turn, lists in their order, and every snake. */
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

function addList(add: (value: number) => void, list: Int32Array, count: number): void {
  add(count);
  for (let index = 0; index < count; index++) add(list[index]!);
}

function isSameList(a: Int32Array, aCount: number, b: Int32Array, bCount: number): boolean {
  if (aCount !== bCount) return false;
  for (let index = 0; index < aCount; index++) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}
