/** The maze of the arcades: corridors between hazards, and tunnels where the board wraps. */
import { drawnMap } from './drawn-map.js';

export const arcadeMaze = drawnMap({
  name: 'arcade_maze',
  description: 'Corridors between walls of hazards, food at their corners; tunnels lead out where the game wraps.',
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
