/** Maps that are drawn: a picture tells what stands where on the one board that such a map has. */
import { shuffle } from '../chance.js';
import { addFood, addHazard } from '../items.js';
import { placeSnakes } from '../set-up/place-snakes.js';
import { placeStartFood } from '../set-up/start-food.js';
import type { Cell } from '../types.js';
import type { GameMap } from './game-map.js';
import { spawnFood } from './spawn-food.js';

/** What a drawn map is made from. */
export interface DrawnMapOptions extends Pick<GameMap, 'name' | 'description'> {
  /**
   * The rows from the top, as they are drawn:
   *
   * - `#` a hazard, and a digit so many on one cell; `.` nothing;
   * - `s` where a snake may start, `S` the same, but only if there are more snakes than `s`;
   * - `f` where food may appear, `F` where there is some from the start, `x` a start cell where food may appear.
   */
  readonly picture: string;
  /** The most food there is at a time. */
  readonly maxFood?: number;
}

/**
 * A map as its picture says.
 *
 * Recorded of the official maps, and so in the pictures: the hazards, which never change; the start cells; the cells where
 * food appears, and the food of the start on the maze. The rest is our reading: there may be as many snakes as start cells,
 * and each gets one at random; food appears by the standard map's rule, in the cells marked for it if any are, and there is
 * none at the start but the marked. Where no cell is marked, a game begins with the standard map's food less what would lie on
 * hazards, as in the recorded game of `hz_islands_bridges`.
 *
 * @throws Error when the picture cannot be read.
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
    players: { min: 1, max: starts.length + moreStarts.length },
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

/** How many hazards a mark stands for. */
function depthOf(mark: string): number {
  return mark === '#' ? 1 : Number(mark) || 0;
}

const ROW = /^[.#2-9sSfFx]+$/;

/** The size of a picture, and its marks by cell. */
function readPicture(name: string, picture: string): { width: number; height: number; marks: string[] } {
  const rows = picture.trim().split(/\s+/).toReversed();
  const width = rows[0]!.length;
  if (!rows.every((row) => ROW.test(row) && row.length === width)) {
    throw new Error(`Map "${name}": its picture has rows of different lengths, or a character that means nothing.`);
  }
  return { width, height: rows.length, marks: rows.join('').split('') };
}
