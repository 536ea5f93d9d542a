/** The vocabulary of the game: the words and numbers that all other files use. */

/** The four moves, in the order of their numbers: see {@link MoveNumber}. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** A move as the API spells it. `up` is towards greater `y`: the origin is the lower left corner. */
export type Direction = (typeof DIRECTIONS)[number];

/** A move where speed counts: its index in {@link DIRECTIONS}, or {@link NO_MOVE}. */
export type MoveNumber = number;

/** The number of an answer that is not a move: the snake keeps its direction. */
export const NO_MOVE = 4;

/** A cell as a number: `y * width + x`. A negative number is a cell off the board (see `cells.ts`). */
export type Cell = number;

/** The index of a snake in a position: its place in the list of snakes. */
export type Seat = number;

/** A cell as the API writes it: the origin is the lower left corner. */
export interface Coordinate {
  readonly x: number;
  readonly y: number;
}

/**
 * Why a snake was eliminated, in the engine's words. In a position a cause is its index here plus one; 0 is "alive".
 */
export const ELIMINATION_CAUSES = [
  'out-of-health',
  'wall-collision',
  'snake-self-collision',
  'snake-collision',
  'head-collision',
  'hazard',
  'squad-eliminated',
] as const;

export type EliminationCause = (typeof ELIMINATION_CAUSES)[number];

/** The most snakes in a game: the engine refuses a seventeenth. */
export const MAX_SNAKES = 16;

/** The longest side of a board, in cells. */
export const MAX_SIDE = 100;

/** The health of a snake at the start and after a meal, and the most it can have. */
export const FULL_HEALTH = 100;

/** The length of a snake at the start; all its body parts are on one cell. */
export const START_LENGTH = 3;

/** The number of a move; {@link NO_MOVE} for anything that is not exactly one of the four words. */
export function moveNumber(move: string): MoveNumber {
  const index = (DIRECTIONS as readonly string[]).indexOf(move);
  return index < 0 ? NO_MOVE : index;
}
