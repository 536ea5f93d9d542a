/** The maps that are drawn: each has one size, and its picture says what is where. Their hazards never move. */
import { shuffle } from '../chance.js';
import { addFood, addHazard } from '../items.js';
import { placeSnakes, placeStartFood } from './start.js';
import type { Cell } from '../types.js';
import type { GameMap } from './game-map.js';
import { spawnFood } from './standard.js';

interface DrawnMapOptions extends Pick<GameMap, 'name' | 'description'> {
  /**
   * The rows, the top row first:
   *
   * - `#` is a hazard, a digit a stack of that height, `.` an empty cell;
   * - `s` is a start cell; `S` is one that is used only if there are more snakes than `s`;
   * - `f` is a cell where food may appear, `F` one with food at the start, `x` a start cell where food may appear.
   */
  readonly picture: string;
  /** Most pieces of food at a time. */
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

/** The height of the stack of hazards for a mark. */
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

const arcadeMaze = drawnMap({
  name: 'arcade_maze',
  description: 'Corridors between walls of hazards, food at their corners; tunnels lead out if the game wraps.',
  picture: `
    #.###############.#
    #........#........#
    #.##.###.#.###.##.#
    #...x....f....x...#
    #.##.#.#####.#.##.#
    #....#...#...#....#
    #..#.###.#.###.#..#
    #..#.#.......#.#..#
    ####.#.#.#.#.#.####
    ...f...#.F.#...f...
    ####.#.#.#.#.#.####
    #..#.#.......#.#..#
    #..#.#.#####.#.#..#
    #...x....#....x...#
    #.##.###.#.###.##.#
    #..#.....f.....#..#
    ##.#.#.#####.#.#.##
    #....#...#...#....#
    #.######.#.######.#
    #f.......f.......f#
    #.###############.#
  `,
});

const castleWall = drawnMap({
  name: 'hz_castle_wall',
  description: 'A castle with a gate in each wall; food lies in the gates, two pieces at most.',
  maxFood: 2,
  picture: `
    ...........
    .s...S...s.
    ..##2f2##..
    ..#.....#..
    ..2.....2..
    .Sf.....fS.
    ..2.....2..
    ..#.....#..
    ..##2f2##..
    .s...S...s.
    ...........
  `,
});

const castleWallLarge = drawnMap({
  name: 'hz_castle_wall_lg',
  description: 'A castle with thick walls and two gates in each; food lies in the gates, two pieces at most.',
  maxFood: 2,
  picture: `
    ...................
    .s.......S.......s.
    ..#####2f2f2#####..
    ..#####2f2f2#####..
    ..##...........##..
    ..##...........##..
    ..##...........##..
    ..22...........22..
    ..ff...........ff..
    .S22...........22S.
    ..ff...........ff..
    ..22...........22..
    ..##...........##..
    ..##...........##..
    ..##...........##..
    ..#####2f2f2#####..
    ..#####2f2f2#####..
    .s.......S.......s.
    ...................
  `,
});

const castleWallExtraLarge = drawnMap({
  name: 'hz_castle_wall_xl',
  description: 'A great castle with thick walls and three gates in each; food lies in the gates, four pieces at most.',
  maxFood: 4,
  picture: `
    .........................
    .....S.............S.....
    .........................
    ...####2f2#2f2#2f2####...
    ...####2f2#2f2#2f2####...
    .s.##...............##.s.
    ...##...............##...
    ...22...............22...
    ...ff...............ff...
    ...22...............22...
    ...##...............##...
    ...22...............22...
    ...ff...............ff...
    ...22...............22...
    ...##...............##...
    ...22...............22...
    ...ff...............ff...
    ...22...............22...
    ...##...............##...
    .s.##...............##.s.
    ...####2f2#2f2#2f2####...
    ...####2f2#2f2#2f2####...
    .........................
    .....S.............S.....
    .........................
  `,
});

const islands = drawnMap({
  name: 'hz_islands_bridges',
  description: 'Four islands amid hazards, with bridges from each to the next.',
  picture: `
    ##..###..##
    #..s.#.s..#
    ...........
    .s...#...s.
    #....#....#
    ##.#####.##
    #....#....#
    .s...#...s.
    ...........
    #..s.#.s..#
    ##..###..##
  `,
});

const islandsLarge = drawnMap({
  name: 'hz_islands_bridges_lg',
  description: 'The four islands and their bridges on a large board.',
  picture: `
    ####..#######..####
    ##......###......##
    #.s...s..#..s...s.#
    #........#........#
    ...................
    .........#.........
    #.s...s..#..s...s.#
    #........#........#
    ##......###......##
    ####.#########.####
    ##......###......##
    #........#........#
    #.s...s..#..s...s.#
    .........#.........
    ...................
    #........#........#
    #.s...s..#..s...s.#
    ##......###......##
    ####..#######..####
  `,
});

const rivers = drawnMap({
  name: 'hz_rivers_bridges',
  description: 'Two rivers of hazards cross in the middle; a bridge leads over each arm.',
  picture: `
    .....#.....
    .s.s.#...s.
    ...........
    .....#.s...
    .....#.....
    ##.#####.##
    .....#.....
    ...s.#.s...
    ...........
    .s...#...s.
    .....#.....
  `,
});

const riversLarge = drawnMap({
  name: 'hz_rivers_bridges_lg',
  description: 'Two rivers that widen where they meet, on a large board, a bridge over each arm.',
  picture: `
    .........#.........
    .s...s...#...s...s.
    .........#.........
    ...................
    .........#.........
    .s...s...#...s...s.
    .........#.........
    .........#.........
    ........###........
    ####.#########.####
    ........###........
    .........#.........
    .........#.........
    .s...s...#...s...s.
    .........#.........
    ...................
    .........#.........
    .s...s...#...s...s.
    .........#.........
  `,
});

const riversExtraLarge = drawnMap({
  name: 'hz_rivers_bridges_xl',
  description: 'Two rivers that meet in a lake, on a very large board, with gaps and bridges in each arm.',
  picture: `
    ............#............
    .s.......s.....s.......s.
    ............#............
    ............#............
    ............#............
    ............#............
    ............#............
    .........................
    ............#............
    .s.......s..#..s.......s.
    ...........###...........
    ..........#####..........
    #.#####.#########.#####.#
    ..........#####..........
    ...........###...........
    .s.......s..#..s.......s.
    ............#............
    .........................
    ............#............
    ............#............
    ............#............
    ............#............
    ............#............
    .s.......s.....s.......s.
    ............#............
  `,
});

const islandsAndRivers = [islands, islandsLarge, rivers, riversLarge, riversExtraLarge];
const walls = [castleWall, castleWallLarge, castleWallExtraLarge, arcadeMaze];

/** All of them, in the order of the list of maps. */
export const drawnMaps: readonly GameMap[] = [...islandsAndRivers, ...walls];
