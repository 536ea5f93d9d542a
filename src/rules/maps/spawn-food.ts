/** The food that appears after a turn on the standard map and on all that follow it, be it in places of their own. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import { addFood } from '../items.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Cell } from '../types.js';
import type { MapInput } from './game-map.js';

/** Where food may appear, and how much of it. */
export interface FoodPlaces {
  /** Nowhere else; on the whole board unless given. */
  readonly cells?: readonly Cell[];
  /** No more while there is so much. */
  readonly most: number;
}

const ANYWHERE: FoodPlaces = { most: Infinity };

/**
 * Makes food up to `minimumFood`; with enough on the board, adds one with a chance of (`foodSpawnChance` − 1) in 100.
 * Never on a living snake, on food, or one step from a living snake's head; hazards are fine.
 */
export function spawnFood(position: Position, { settings, chance }: MapInput, places = ANYWHERE): void {
  chance.food.rewind(position.turn + 1);
  const missing = settings.minimumFood - position.foodCount;
  const wanted = missing > 0 ? missing : chance.food.below(100) < settings.foodSpawnChance - 1 ? 1 : 0;
  if (wanted > 0) placeFood(position, chance.food, Math.min(wanted, places.most - position.foodCount), places.cells);
}

/** So many cells are tried before the free ones are counted: nearly always the first or second is free. */
const TRIES = 16;

function placeFood(position: Position, chance: Chance, pieces: number, cells: FoodPlaces['cells']): void {
  for (let placed = 0; placed < pieces; placed++) {
    const cell = drawFreeCell(position, chance, cells);
    if (cell < 0) return;
    addFood(position, cell);
  }
}

/**
 * A cell where food may appear, each as likely; −1 when there is none. Trying cells at random is quicker than listing the
 * free ones, and gives two games the same cell in spite of small differences on their boards.
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
  return position.occupied[cell] === 0 && position.foodAt[cell] === 0 && !isBesideHead(position, cell);
}

function isBesideHead(position: Position, cell: Cell): boolean {
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
