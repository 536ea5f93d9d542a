/** Makes maps from pictures. Such a map has one size, and the picture says what is where. */
import { shuffle } from '../chance.js';
import { addFood, addHazard } from '../items.js';
import { placeSnakes } from '../set-up/start-cells.js';
import { placeStartFood } from '../set-up/start-food.js';
import type { Cell } from '../types.js';
import type { GameMap } from './game-map.js';
import { spawnFood } from './spawn-food.js';

export interface DrawnMapOptions extends Pick<GameMap, 'name' | 'description'> {
  /**
   * The rows, the top row first:
   *
   * - `#` is a hazard, a digit a stack of that height, `.` an empty cell;
   * - `s` is a start cell; `S` is one that is used only if there are more snakes than `s`;
   * - `f` is a cell where food may appear, `F` one with food at the start, `x` a start cell where food may appear.
   */
  readonly picture: string;
  /** The most pieces of food at a time. */
  readonly maxFood?: number;
}

/**
 * A map from its picture. Throws an `Error` if the picture cannot be read.
 *
 * Recorded from the official maps, and drawn in the pictures: the hazards, which never change; the start cells; the
 * cells where food appears; and the first food of the maze. The rest is our reading:
 *
 * - a game has at most one snake for each start cell, and each snake gets one at random;
 * - food appears by the standard map's rule, but only in the cells marked for it, if there are any;
 * - a map with marked cells starts with the food marked `F`; any other starts with the standard map's food, except
 *   where that would lie on hazards, as in the recorded game of `hz_islands_bridges`.
 */
export function drawnMap({ name, description, picture, maxFood = Infinity }: DrawnMapOptions): GameMap {
  const { width, height, marks } = readPicture(name, picture);
  const find = (wanted: string): Cell[] => [...marks.keys()].filter((cell) => wanted.includes(marks[cell]!));
  const starts = find('sx');
  const moreStarts = find('S');
  const foodCells = find('fFx');
  const firstFood = find('F');
  const hazards = marks.flatMap((mark, cell) => Array.from({ length: depthOf(mark) }, () => cell));
  const places = foodCells.length === 0 ? { most: maxFood } : { cells: foodCells, most: maxFood };
  return {
    name,
    description,
    sizes: [{ width, height }],
    snakes: { min: 1, max: starts.length + moreStarts.length },
    setUp(position, { chance }) {
      const cells = position.snakeCount <= starts.length ? [...starts] : [...starts, ...moreStarts];
      placeSnakes(position, shuffle(chance.setUp, cells));
      for (const cell of hazards) addHazard(position, cell);
      if (foodCells.length === 0) placeStartFood(position, chance.setUp);
      for (const cell of firstFood) addFood(position, cell);
    },
    afterTurn: (position, input) => spawnFood(position, input, places),
  };
}

/** The height of the stack of hazards that a mark means. */
function depthOf(mark: string): number {
  return mark === '#' ? 1 : Number(mark) || 0;
}

const ROW = /^[.#2-9sSfFx]+$/;

/** The size of a picture, and its marks by cell. */
function readPicture(name: string, picture: string): { width: number; height: number; marks: string[] } {
  const rows = picture.trim().split(/\s+/).toReversed();
  const width = rows[0]!.length;
  if (!rows.every((row) => ROW.test(row) && row.length === width)) {
    throw new Error(`Map "${name}": its picture has rows of different lengths or an unknown character.`);
  }
  return { width, height: rows.length, marks: rows.join('').split('') };
}
