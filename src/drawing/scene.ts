/**
 * A picture as a short list of simple shapes. The page shows them as SVG elements, `replay` writes them to SVG files
 * and to GIFs. Runs in Node and in browsers.
 */

/** A point in a scene. `y` grows downwards; a cell of a board is {@link CELL} units wide. */
export type Point = readonly [x: number, y: number];

/** The height of a capital's middle above the base line, as a share of the font size. */
export const MIDDLE_OF_CAPITALS = 0.36;

/** The side of a cell, in units. */
export const CELL = 20;

/** The role of a colour in the palette. The page has them as CSS variables: `--scene-food`. */
export type PaintRole =
  'paper' | 'ink' | 'soft' | 'edge' | 'cell' | 'food' | 'leaf' | 'hazard' | 'mark' | 'answered' | 'better';

/** A colour of a shape: `#rrggbb`, or one of the palette. */
export type Paint = `#${string}` | PaintRole;

/** Moves the origin of a shape to a point, turns it from facing right to facing `ahead`, and scales it. */
export interface Placement {
  readonly at: Point;
  readonly ahead: Point;
  readonly scale: number;
}

/** How a shape is painted. A shape without `fill` or `stroke` has no area or no line. */
interface Painted {
  /** The key of the shape in its scene: the same thing has the same key on every turn. */
  readonly key: string;
  readonly fill?: Paint;
  readonly stroke?: Paint;
  /** Width of the line, in units. Lines have round ends and corners. */
  readonly line?: number;
  /** A placement; the shape's numbers and its `line` then have its scale. */
  readonly placed?: Placement;
  /** 0 to 1 (default: 1). */
  readonly opacity?: number;
}

/** Lines through points, or areas if `isClosed`. A line of one point is a dot as wide as its `line`. */
export interface PathShape extends Painted {
  readonly kind: 'path';
  readonly paths: readonly (readonly Point[])[];
  readonly isClosed?: boolean;
  /** The distance before and after a point at which the line begins to curve, in units (default: a sharp corner). */
  readonly rounding?: number;
}

/** Artwork as the data of an SVG path. */
export interface ArtShape extends Painted {
  readonly kind: 'art';
  readonly d: string;
}

/** A short line of text in a sans-serif font. Untrusted. */
export interface TextShape extends Painted {
  readonly kind: 'text';
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  /** Height of the font, in units. */
  readonly size: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

export type SceneShape = PathShape | ArtShape | TextShape;

/** A picture. Later shapes cover earlier ones; everything outside of the picture is cut off. */
export interface Scene {
  /** In units. */
  readonly width: number;
  readonly height: number;
  /** A description of the picture for screen readers. May contain untrusted names. */
  readonly label: string;
  readonly shapes: readonly SceneShape[];
}

/** The corners of a rectangle from the origin on. */
export function rectangle(width: number, height: number): Point[] {
  return [0, 1, 2, 3].map((corner) => [corner % 3 === 0 ? 0 : width, corner < 2 ? 0 : height]);
}

export function centredText([x, y]: Point, size: number, text: string): Omit<TextShape, 'key'> {
  return { kind: 'text', x, y: y + MIDDLE_OF_CAPITALS * size, size, text, anchor: 'middle', fill: 'ink' };
}

/** A shape, scaled and moved to a point. */
export function placeShape(shape: SceneShape, scale: number, [left, top]: Point): SceneShape {
  const { at, ahead, scale: own } = shape.placed ?? { at: [0, 0], ahead: [1, 0], scale: 1 };
  return { ...shape, placed: { at: [left + at[0] * scale, top + at[1] * scale], ahead, scale: own * scale } };
}
