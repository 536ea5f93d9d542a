/** A board to draw, as plain data: a `GameBoardView` with annotations. Made by the page and `replay`. */
import type { Grid } from '../rules/cells.js';
import type { Coordinate, Direction } from '../rules/types.js';

export interface SceneSnake {
  /** From head to tail; stacked cells repeat. */
  readonly body: readonly Coordinate[];
  /** `#rrggbb`; with any other text, the snake gets the colour of its seat. */
  readonly color?: string | undefined;
  /** Names of customizations. Untrusted. */
  readonly head?: string | undefined;
  readonly tail?: string | undefined;
  /** It fades out within two turns. Absent while it lives. */
  readonly death?: { readonly turn: number } | undefined;
}

/**
 * A path over the board, drawn below the snakes: `answered` is the snake's move, `better` a better one. Starts at the
 * snake's head.
 */
export interface SceneArrow {
  readonly kind: 'answered' | 'better';
  readonly path: readonly Coordinate[];
}

/** One turn of a game, with annotations. */
export interface BoardDrawing extends Grid {
  readonly turn: number;
  /** By seat, dead snakes included. */
  readonly snakes: readonly SceneSnake[];
  readonly food: readonly Coordinate[];
  /** Stacked hazards repeat. */
  readonly hazards: readonly Coordinate[];
  /** Cells to frame. */
  readonly marks?: readonly Coordinate[] | undefined;
  readonly arrows?: readonly SceneArrow[] | undefined;
  /** Whether each snake has the letter of its seat on its neck. */
  readonly hasLetters?: boolean | undefined;
  /** Whether dead snakes stay as they lay, instead of fading out. */
  readonly keepsDead?: boolean | undefined;
  /** `small` leaves out details that are unreadable on a board of 120 pixels. */
  readonly detail?: 'full' | 'small' | undefined;
  /** A description of the picture for screen readers. */
  readonly label?: string | undefined;
}

const STEPS: Readonly<Record<Direction, Coordinate>> = {
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Each cell with hazards, and how many lie on it. */
export function stacksOf(hazards: readonly Coordinate[]): { readonly cell: Coordinate; readonly depth: number }[] {
  const stacks = new Map<string, { cell: Coordinate; depth: number }>();
  for (const cell of hazards) {
    const key = `${cell.x},${cell.y}`;
    stacks.set(key, { cell, depth: (stacks.get(key)?.depth ?? 0) + 1 });
  }
  return [...stacks.values()];
}

/** The cells on the path of these moves, from the head on. Without `wraps` they may be off the board. */
export function cellsAlong(
  { width, height, wraps = false }: Grid & { readonly wraps?: boolean },
  head: Coordinate,
  moves: readonly Direction[],
): Coordinate[] {
  const cells = [head];
  for (const move of moves) {
    const { x, y } = cells.at(-1)!;
    const next = { x: x + STEPS[move].x, y: y + STEPS[move].y };
    cells.push(wraps ? { x: (next.x + width) % width, y: (next.y + height) % height } : next);
  }
  return cells;
}
