/**
 * A picture as a short list of simple shapes. The page shows them as SVG elements, `replay` writes them to SVG files
 * and to GIFs. Runs in Node and in browsers.
 */

/** A point in a scene. `y` grows downwards; a cell of a board is {@link CELL} units wide. */
export type Point = readonly [x: number, y: number];

/** The middle of a capital above its base line, as a part of the font's size. */
export const MIDDLE_OF_CAPITALS = 0.36;

/** The side of a cell, in units. */
export const CELL = 20;

/** What a colour of the palette is for. The page has them as CSS variables: `--scene-food`. */
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
  /** Names the shape within its scene: the same thing has the same key on every turn. */
  readonly key: string;
  readonly fill?: Paint;
  readonly stroke?: Paint;
  /** Width of the line, in units. Lines have round ends and corners. */
  readonly line?: number;
  /** Where the shape lies if not where its numbers say; they and its `line` then have their own unit. */
  readonly placed?: Placement;
  /** 0 to 1; 1 if absent. */
  readonly opacity?: number;
}

/** Lines through points, or areas if `isClosed`. A line of one point is a dot as wide as its `line`. */
export interface PathShape extends Painted {
  readonly kind: 'path';
  readonly paths: readonly (readonly Point[])[];
  readonly isClosed?: boolean;
  /** How far before and after a point the line begins to turn, in units; it turns on the point itself if absent. */
  readonly rounding?: number;
}

/** Artwork as the data of an SVG path. */
export interface ArtShape extends Painted {
  readonly kind: 'art';
  readonly d: string;
}

/** A short line of text in a sans-serif font. It may come from strangers. */
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

/** A picture. Later shapes lie on earlier ones; what lies outside of the picture is cut off. */
export interface Scene {
  /** In units. */
  readonly width: number;
  readonly height: number;
  /** Says in words what the picture shows. It may contain names from strangers. */
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

/** A shape in another scale, its origin at a point. */
export function placeShape(shape: SceneShape, scale: number, [left, top]: Point): SceneShape {
  const { at, ahead, scale: own } = shape.placed ?? { at: [0, 0], ahead: [1, 0], scale: 1 };
  return { ...shape, placed: { at: [left + at[0] * scale, top + at[1] * scale], ahead, scale: own * scale } };
}
