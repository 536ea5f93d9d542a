/** A number for a position: for tables of positions that a search has already seen. */
import type { Position } from './position.js';
import { bodyCell } from './snakes.js';

/**
 * A number for a position: 53 bits, the same on every machine. It covers everything that changes in a game: turn, food
 * and hazards in their order, and each snake's health, body and elimination. Ids, squads and rules never change in a
 * game and are left out.
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

function addList(add: (value: number) => void, list: Int32Array, count: number): void {
  add(count);
  for (let index = 0; index < count; index++) add(list[index]!);
}
