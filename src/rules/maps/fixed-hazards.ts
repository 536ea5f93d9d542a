/** The maps with hazards that follow a pattern on every size and never move: columns, an inner wall, rings. */

import { xOf, yOf } from '../cells.js';
import type { FastBoard } from '../board.js';
import { addHazard } from '../items.js';
import type { Cell } from '../types.js';
import { type GameMap, ODD_SQUARES } from './game-map.js';
import { spawnFood } from './spawn-food.js';
import { ANY_PLAYERS, setUpStandard } from './standard.js';

/** How many cells lie between a cell and the nearest edge. */
function depthOf(board: FastBoard, cell: Cell): number {
  const [x, y] = [xOf(board, cell), yOf(board, cell)];
  return Math.min(x, y, board.width - 1 - x, board.height - 1 - y);
}

/** The innermost ring has a side of 5 cells or more. */
const SMALLEST_RING = 5;

function fixedMap(name: string, description: string, isHazard: (board: FastBoard, cell: Cell) => boolean): GameMap {
  return {
    name,
    description,
    sizes: ODD_SQUARES,
    players: ANY_PLAYERS,
    setUp(board, input) {
      setUpStandard(board, input);
      for (let cell = 0; cell < board.size; cell++) {
        if (isHazard(board, cell)) addHazard(board, cell);
      }
    },
    afterTurn: spawnFood,
  };
}

export const columns = fixedMap(
  'hz_columns',
  'A hazard on every cell whose column and row are both odd.',
  (board, cell) => xOf(board, cell) % 2 === 1 && yOf(board, cell) % 2 === 1,
);

export const innerWall = fixedMap(
  'hz_inner_wall',
  'A wall of hazards one cell in from the edge.',
  (board, cell) => depthOf(board, cell) === 1,
);

export const rings = fixedMap(
  'hz_rings',
  'Rings of hazards inside each other, two cells apart, around an open centre.',
  (board, cell) => {
    const depth = depthOf(board, cell);
    return depth % 2 === 1 && board.width - 2 * depth >= SMALLEST_RING;
  },
);
