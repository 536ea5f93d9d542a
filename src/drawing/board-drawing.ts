/** What can be drawn of a board, as plain data. The page, `replay` and `play` make it from what they have. */
import type { Coordinate, Direction } from '../rules/types.js';
import type { BoardSize } from './board-size.js';

export interface SceneSnake {
  /** From head to tail; stacked cells repeat. */
  readonly body: readonly Coordinate[];
  /** `#rrggbb`; anything else gives the snake the colour of its seat. */
  readonly color?: string | undefined;
  /** Names of customizations, from strangers. */
  readonly head?: string | undefined;
  readonly tail?: string | undefined;
  /** Turns since it died: it fades out within two. Absent while it lives. */
  readonly deadFor?: number | undefined;
}

/**
 * A way over the board, drawn below the snakes: `answered` is what the snake did, `better` what it should have done.
 * The first cell is the snake's head.
 */
export interface SceneArrow {
  readonly kind: 'answered' | 'better';
  readonly path: readonly Coordinate[];
}

/** One turn of a game, and what shall be drawn over it. */
export interface BoardDrawing extends BoardSize {
  /** By seat, the dead included. */
  readonly snakes: readonly SceneSnake[];
  readonly food: readonly Coordinate[];
  /** Stacked hazards repeat. */
  readonly hazards: readonly Coordinate[];
  /** Cells with a frame around them. */
  readonly marks?: readonly Coordinate[] | undefined;
  readonly arrows?: readonly SceneArrow[] | undefined;
  /** Each snake has the letter of its seat on its neck. */
  readonly hasLetters?: boolean | undefined;
  /** The dead stay, as they lay when they died, instead of fading out. */
  readonly keepsDead?: boolean | undefined;
  /** `small` leaves out what nobody can read on a board of 120 pixels. */
  readonly detail?: 'full' | 'small' | undefined;
  /** Says in words what the picture shows. */
  readonly label?: string | undefined;
}

const STEPS: Readonly<Record<Direction, Coordinate>> = {
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The cells that moves lead over, from the head on. Without `wraps` they may lead off the board. */
export function wayOf(
  { width, height, wraps = false }: BoardSize & { readonly wraps?: boolean },
  head: Coordinate,
  moves: readonly Direction[],
): Coordinate[] {
  const way = [head];
  for (const move of moves) {
    const { x, y } = way.at(-1)!;
    const next = { x: x + STEPS[move].x, y: y + STEPS[move].y };
    way.push(wraps ? { x: (next.x + width) % width, y: (next.y + height) % height } : next);
  }
  return way;
}
