/** What can be drawn of a board, as plain data. The page, `replay` and `play` make it from what they have. */
import type { Coordinate } from '../rules/types.js';

/** A snake on a drawn board. */
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
export interface BoardDrawing {
  /** In cells. */
  readonly width: number;
  readonly height: number;
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
