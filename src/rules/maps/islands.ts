/** The islands: four rooms, with narrow bridges over the hazards between them. */
import { drawnMap } from './drawn-map.js';

/** 11×11. */
export const islands = drawnMap({
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

/** 19×19. */
export const islandsLarge = drawnMap({
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
