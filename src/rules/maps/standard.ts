/** The standard map, the parts that other maps change, and `royale`, which closes in from random sides. */
import { xOf, yOf } from '../cells.js';
import { addHazard, clearHazards } from '../items.js';
import type { Position } from '../position.js';
import { placeSnakes, startCells, placeStartFood } from './start.js';
import { MAX_SNAKES, type Cell } from '../types.js';
import { ODD_SQUARES, type GameMap, type MapInput } from './game-map.js';
import { spawnFood } from './spawn-food.js';
import { drawShrunk } from '../stages/stages.js';

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
  sizes: ODD_SQUARES,
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
  sizes: ODD_SQUARES,
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
