/** The food that appears after a turn, on the standard map and others with its rule. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import { addFood } from '../items.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell } from '../types.js';
import type { MapInput } from './game-map.js';

/** Where food may appear, and how much. */
interface FoodPlaces {
  /** The only cells where food may appear (default: the whole board). */
  readonly cells?: readonly Cell[];
  /** Most pieces of food at a time. */
  readonly most: number;
}

const ANYWHERE: FoodPlaces = { most: Infinity };

/**
 * Adds food until there are `minimumFood` pieces. If there were enough, adds one with a chance of (`foodSpawnChance` −
 * 1) in 100. Food never appears on a living snake, on food, or one step from a living head; it may appear on hazards.
 */
export function spawnFood(position: Position, { settings, chance }: MapInput, places = ANYWHERE): void {
  chance.food.rewind(position.turn + 1);
  const missing = settings.minimumFood - position.foodCount;
  const wanted = missing > 0 ? missing : chance.food.below(100) < settings.foodSpawnChance - 1 ? 1 : 0;
  if (wanted > 0) placeFood(position, chance.food, Math.min(wanted, places.most - position.foodCount), places.cells);
}

/** How many random cells to try before listing the free ones. Nearly always the first or second is free. */
const TRIES = 16;

function placeFood(position: Position, chance: Chance, pieces: number, cells: FoodPlaces['cells']): void {
  for (let placed = 0; placed < pieces; placed++) {
    const cell = drawFreeCell(position, chance, cells);
    if (cell < 0) return;
    addFood(position, cell);
  }
}

/**
 * A random cell where food may appear, all equally likely; −1 if there is no such cell. To try random cells is faster
 * than to list the free ones, and mostly draws the same cell in two games that differ a little.
 */
function drawFreeCell(position: Position, chance: Chance, cells: FoodPlaces['cells']): Cell {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const cell = cells === undefined ? chance.below(position.size) : cells[chance.below(cells.length)]!;
    if (isFree(position, cell)) return cell;
  }
  const all = cells ?? Array.from({ length: position.size }, (_, cell) => cell);
  const free = all.filter((cell) => isFree(position, cell));
  return free.length === 0 ? -1 : free[chance.below(free.length)]!;
}

function isFree(position: Position, cell: Cell): boolean {
  return position.occupied[cell] === 0 && position.foodAt[cell] === 0 && !isNextToHead(position, cell);
}

function isNextToHead(position: Position, cell: Cell): boolean {
  for (let move = 0; move < DIRECTIONS.length; move++) {
    const next = stepTo(position, cell, move);
    if (next >= 0 && position.occupied[next] !== 0 && isHead(position, next)) return true;
  }
  return false;
}

function isHead(position: Position, cell: Cell): boolean {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] === 0 && headOf(position, seat) === cell) return true;
  }
  return false;
}
