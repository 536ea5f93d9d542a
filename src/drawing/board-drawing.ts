/** What can be drawn of a board, as plain data. The page, `replay` and `play` make it from what they have. */
import type { Coordinate, Direction } from '../rules/types.js';
import type { BoardSize } from './board-size.js';

export interface SceneSnake {
  /** From head to tail; stacked cells repeat. */
  readonly body: readonly Coordinate[];
  /** `#rrggbb`; anything else gives the snake the colour of its seat. */
  readonly color?: string | undefined;
  readonly isAlive: boolean;
}

/** A cell with a number, such as a strategy's value of it. */
export interface CellValue extends Coordinate {
  readonly value: number;
}

/**
 * A way over the board, drawn as an arrow: `answered` is what the snake did, `better` what it should have done. The
 * first cell is the snake's head.
 */
export interface SceneArrow {
  readonly kind: 'answered' | 'better';
  readonly path: readonly Coordinate[];
}

/** One turn of a game, and what shall be drawn over it. */
export interface BoardDrawing extends BoardSize {
  /** By seat, the dead included: seat 0 has the letter A. */
  readonly snakes: readonly SceneSnake[];
  readonly food: readonly Coordinate[];
  /** Stacked hazards repeat. */
  readonly hazards: readonly Coordinate[];
  /** Numbers of cells, drawn as a layer of heat: the largest is the hottest, negative ones are cold. */
  readonly cells?: readonly CellValue[] | undefined;
  /** Cells with a frame around them. */
  readonly marks?: readonly Coordinate[] | undefined;
  readonly arrows?: readonly SceneArrow[] | undefined;
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

/** The cells that moves lead over, from the head on, for an arrow. Without `wraps` they may lead off the board. */
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
