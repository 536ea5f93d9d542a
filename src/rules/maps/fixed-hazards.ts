/** Maps whose hazards follow a pattern on a board of any size: columns, an inner wall, rings. */
import { xOf, yOf } from '../cells.js';
import type { Position } from '../position.js';
import { addHazard } from '../items.js';
import type { Cell } from '../types.js';
import type { GameMap } from './game-map.js';
import { standard } from './standard.js';

/** The number of cells between a cell and the nearest edge. */
function depthOf(position: Position, cell: Cell): number {
  const [x, y] = [xOf(position, cell), yOf(position, cell)];
  return Math.min(x, y, position.width - 1 - x, position.height - 1 - y);
}

const SMALLEST_RING = 5;

function fixedMap(name: string, description: string, isHazard: (position: Position, cell: Cell) => boolean): GameMap {
  return {
    ...standard,
    name,
    description,
    setUp(position, input) {
      standard.setUp(position, input);
      for (let cell = 0; cell < position.size; cell++) {
        if (isHazard(position, cell)) addHazard(position, cell);
      }
    },
  };
}

export const columns = fixedMap(
  'hz_columns',
  'A hazard on every cell whose column and row are both odd.',
  (position, cell) => xOf(position, cell) % 2 === 1 && yOf(position, cell) % 2 === 1,
);

export const innerWall = fixedMap(
  'hz_inner_wall',
  'A wall of hazards one cell in from the edge.',
  (position, cell) => depthOf(position, cell) === 1,
);

export const rings = fixedMap(
  'hz_rings',
  'Rings of hazards inside each other, two cells apart, around an open centre.',
  (position, cell) => {
    const depth = depthOf(position, cell);
    return depth % 2 === 1 && position.width - 2 * depth >= SMALLEST_RING;
  },
);
