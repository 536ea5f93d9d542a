/** The standard map, the parts that other maps change, and `royale`, which closes in from random sides. */
import { xOf, yOf } from '../cells.js';
import { addHazard, clearHazards, addFood } from '../items.js';
import type { Position } from '../position.js';
import { isNextToHead, placeSnakes, startCells, placeStartFood } from './start.js';
import { MAX_SNAKES, type Cell } from '../types.js';
import type { GameMap, MapInput } from './game-map.js';
import { drawShrunk } from '../stages/stages.js';
import type { Chance } from '../chance.js';

const ANY_NUMBER = { min: 1, max: MAX_SNAKES };

/** Puts the snakes on the standard start cells; places no food. */
function setUpSnakes(position: Position, { chance }: MapInput): void {
  placeSnakes(position, startCells(position, position.snakeCount, chance.setUp));
}

export function setUpStandard(position: Position, input: MapInput): void {
  setUpSnakes(position, input);
  placeStartFood(position, input.chance.setUp);
}

/** The default map. */
export const standard: GameMap = {
  name: 'standard',
  description: 'Food appears at random on a board without hazards.',
  sizes: 'any',
  snakes: ANY_NUMBER,
  setUp: setUpStandard,
  afterTurn: spawnFood,
};

/** A map that differs from the standard map in its hazards. Absent fields are the standard map's. */
interface StandardButOptions
  extends Pick<GameMap, 'name' | 'description'>, Partial<Pick<GameMap, 'sizes' | 'snakes' | 'setUp' | 'resume'>> {
  /** Changes the hazards after the food of a turn has appeared; `position.turn` is still the turn just played. */
  readonly changeHazards: (position: Position, input: MapInput) => void;
}

/** The standard map with its own hazards, which change from turn to turn. */
export function standardBut({ changeHazards, ...own }: StandardButOptions): GameMap {
  return {
    ...standard,
    ...own,
    afterTurn(position, input) {
      spawnFood(position, input);
      changeHazards(position, input);
    },
  };
}

/** Adds a hazard on each of these cells, ordered by x, then y, the official engine's order within a turn. */
export function addHazards(position: Position, cells: readonly Cell[]): void {
  const sorted = cells.toSorted((a, b) => xOf(position, a) - xOf(position, b) || yOf(position, a) - yOf(position, b));
  for (const cell of sorted) addHazard(position, cell);
}

/** For games in which chance plays no part. */
export const empty: GameMap = {
  name: 'empty',
  description: 'A board without food and hazards.',
  sizes: 'any',
  snakes: ANY_NUMBER,
  setUp: setUpSnakes,
};

export const royale = standardBut({
  name: 'royale',
  description: 'Every few turns one side of the board, drawn at random, closes in by one row of hazards.',
  changeHazards(position, { settings, chance }) {
    // Before the first shrink the map keeps hazards, unlike the ruleset of the same name, which clears them.
    if (position.turn + 1 >= settings.royale.shrinkEveryNTurns) clearHazards(position);
    drawShrunk(position, settings.royale.shrinkEveryNTurns, chance.hazards);
  },
});

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
