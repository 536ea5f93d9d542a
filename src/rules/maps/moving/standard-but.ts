/** Makes maps that are the standard map but for hazards of their own, which change from turn to turn. */
import { xOf, yOf } from '../../cells.js';
import { addHazard } from '../../items.js';
import type { Position } from '../../position.js';
import type { Cell } from '../../types.js';
import { ODD_SQUARES, type GameMap, type MapInput } from '../game-map.js';
import { spawnFood } from '../spawn-food.js';
import { ANY_NUMBER, setUpStandard } from '../standard.js';

/** What such a map is made from. What is left out is as on the standard map. */
export interface StandardButOptions
  extends Pick<GameMap, 'name' | 'description'>, Partial<Pick<GameMap, 'sizes' | 'snakes' | 'setUp'>> {
  /** Changes the hazards after a turn; `position.turn` is still the turn just played. */
  readonly changeHazards: (position: Position, input: MapInput) => void;
}

/** The standard map with other hazards. They change after the food of the turn has appeared. */
export function standardBut({ changeHazards, ...own }: StandardButOptions): GameMap {
  return {
    sizes: ODD_SQUARES,
    snakes: ANY_NUMBER,
    setUp: setUpStandard,
    ...own,
    afterTurn(position, input) {
      spawnFood(position, input);
      changeHazards(position, input);
    },
  };
}

/** Adds a hazard on each of these cells, ordered by x, then y, as the official engine orders those of one turn. */
export function addHazards(position: Position, cells: readonly Cell[]): void {
  const sorted = cells.toSorted((a, b) => xOf(position, a) - xOf(position, b) || yOf(position, a) - yOf(position, b));
  for (const cell of sorted) addHazard(position, cell);
}
