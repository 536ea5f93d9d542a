/** The vocabulary of the game: every word the rest of the house builds on. */

/** The four moves, in the order in which they are numbered on the fast board. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** A move as the API spells it. `up` is towards greater `y`: the origin is the lower left corner. */
export type Direction = (typeof DIRECTIONS)[number];

/** A cell of a board: `y * width + x`. */
export type Cell = number;

/** Index of a snake on the fast board: its place in the list of snakes. */
export type Seat = number;
