/** The map `arcade_maze`: corridors between hazards, and tunnels if the board wraps. */
import { drawnMap } from './drawn-map.js';

/** 19×21. */
export const arcadeMaze = drawnMap({
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
