/** The vocabulary of the game: every word the rest of the house builds on. */

/** The four moves, in the order in which they are numbered on the fast board. */
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;

/** A move as the API spells it. `up` is towards greater `y`: the origin is the lower left corner. */
export type Direction = (typeof DIRECTIONS)[number];

/** A move where speed counts: its place in {@link DIRECTIONS}, or {@link NO_MOVE}. */
export type MoveNumber = number;

/** Stands for an answer that is none of the four words: the snake goes straight on. */
export const NO_MOVE = 4;

/** A cell of a board: `y * width + x`. A negative number is a place off the board (see `cells.ts`). */
export type Cell = number;

/** Index of a snake on the fast board: its place in the list of snakes. */
export type Seat = number;

/** A place as the API writes it: the origin is the lower left corner. */
export interface Coordinate {
  readonly x: number;
  readonly y: number;
}

/** Why a snake is out, in the engine's words. On the fast board a cause is its place here plus one; 0 is "still in". */
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

/** No board holds more snakes: the engine refuses a seventeenth. */
export const MAX_SNAKES = 16;

/** The longest side of a board. */
export const MAX_SIDE = 100;

/** Health of a snake that has just begun or just eaten, and the most it can have. */
export const FULL_HEALTH = 100;

/** Body cells of a snake at the start, all on one cell. */
export const START_LENGTH = 3;

/** The number of a word, {@link NO_MOVE} for anything that is not exactly one of the four. */
export function moveNumber(move: string): MoveNumber {
  const index = (DIRECTIONS as readonly string[]).indexOf(move);
  return index < 0 ? NO_MOVE : index;
}
