/** The maps without hazards: `standard`, which most others build on, and `empty`. */
import type { Position } from '../position.js';
import { placeSnakes, startCells } from '../set-up/start-cells.js';
import { placeStartFood } from '../set-up/start-food.js';
import { MAX_SNAKES } from '../types.js';
import { ODD_SQUARES, type GameMap, type MapInput } from './game-map.js';
import { spawnFood } from './spawn-food.js';

/** Any number of snakes that a position can hold. */
export const ANY_NUMBER = { min: 1, max: MAX_SNAKES } as const;

/** Puts the snakes on the standard start cells; places no food. */
export function setUpSnakes(position: Position, { chance }: MapInput): void {
  placeSnakes(position, startCells(position, position.snakeCount, chance.setUp));
}

/** Places snakes and food as the standard map does. */
export function setUpStandard(position: Position, input: MapInput): void {
  setUpSnakes(position, input);
  placeStartFood(position, input.chance.setUp);
}

/** The map that games have unless another is named. */
export const standard: GameMap = {
  name: 'standard',
  description: 'Food appears at random on a board without hazards.',
  sizes: ODD_SQUARES,
  snakes: ANY_NUMBER,
  setUp: setUpStandard,
  afterTurn: spawnFood,
};

/** For games in which chance plays no part. */
export const empty: GameMap = {
  name: 'empty',
  description: 'A board without food and hazards.',
  sizes: ODD_SQUARES,
  snakes: ANY_NUMBER,
  setUp: setUpSnakes,
};
