/** Turns a scene into pixels, for files that are not SVG. */
import { paintOf, toChannels } from '../palette.js';
import {
  scaleShape,
  type CirclesShape,
  type PathShape,
  type Point,
  type RectShape,
  type Scene,
  type SceneShape,
  type TextShape,
} from '../scene.js';
import { Canvas } from './canvas.js';
import { textLines } from './glyphs.js';

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, row by row; all are opaque. */
  readonly pixels: Uint8ClampedArray;
}

/** The width of the lines of letters, as a part of their size. */
const LETTER_LINE = { plain: 0.085, bold: 0.13 };

/** What the first shapes of a scene look like, so that the next scene need not paint them again if it begins alike. */
export interface Backdrop {
  /** Identifies shapes and size. */
  looks?: string;
  pixels?: Uint8ClampedArray;
}

/** This many shapes are the same in every scene of a game: the board and its cells. */
const SHARED_SHAPES = 2;

/**
 * Paints a scene with smooth edges.
 *
 * @param width of the bitmap in pixels; its height follows from the scene.
 * @param backdrop kept from scene to scene, for those who paint many of one game.
 */
export function rasterize(scene: Scene, width: number, backdrop: Backdrop = {}): Bitmap {
  const scale = width / scene.width;
  const canvas = new Canvas(width, Math.round(scene.height * scale));
  const paint = (shapes: readonly SceneShape[]): void => {
    for (const shape of shapes) paintShape(canvas, scaleShape(shape, scale));
  };
  const shared = scene.shapes.slice(0, SHARED_SHAPES);
  const looks = JSON.stringify([width, canvas.height, shared]);
  if (backdrop.looks === looks && backdrop.pixels !== undefined) canvas.pixels.set(backdrop.pixels);
  else {
    paint(shared);
    backdrop.looks = looks;
    backdrop.pixels = canvas.pixels.slice();
  }
  paint(scene.shapes.slice(SHARED_SHAPES));
  return canvas;
}

function paintShape(canvas: Canvas, shape: SceneShape): void {
  const { fill, stroke, opacity = 1 } = shape;
  if (fill !== undefined) {
    addArea(canvas, shape);
    canvas.paint(toChannels(paintOf(fill)), opacity);
  }
  if (stroke !== undefined) {
    addOutline(canvas, shape);
    canvas.paint(toChannels(paintOf(stroke)), opacity);
  }
}

function addArea(canvas: Canvas, shape: SceneShape): void {
  if (shape.kind === 'rect') addRect(canvas, shape);
  else if (shape.kind === 'circles') addCircles(canvas, shape);
  else if (shape.kind === 'path') for (const path of shape.paths) canvas.addConvex(path);
  else addText(canvas, shape);
}

function addOutline(canvas: Canvas, shape: SceneShape): void {
  const { line = 1 } = shape;
  if (shape.kind === 'rect') addRect(canvas, shape, line);
  else if (shape.kind === 'circles') addCircles(canvas, shape, line);
  else if (shape.kind === 'path') addPath(canvas, shape, line);
}

function addRect(canvas: Canvas, { x, y, width, height, radius = 0 }: RectShape, line?: number): void {
  canvas.addRect([x, y], [x + width, y + height], radius, line);
}

function addCircles(canvas: Canvas, { centers, radius }: CirclesShape, line?: number): void {
  for (const [x, y] of centers) canvas.addRect([x - radius, y - radius], [x + radius, y + radius], radius, line);
}

function addPath(canvas: Canvas, { paths, isClosed, dash }: PathShape, line: number): void {
  for (const points of paths) {
    const path = isClosed ? [...points, points[0]!] : points;
    for (const part of dash === undefined ? [path] : splitDashes(path, dash)) addLines(canvas, part, line / 2);
  }
}

function addText(canvas: Canvas, { text, x, y, size, anchor, isBold }: TextShape): void {
  const { lines } = textLines(text, [x, y], size, anchor);
  const radius = (size * (isBold ? LETTER_LINE.bold : LETTER_LINE.plain)) / 2;
  for (const line of lines) addLines(canvas, line, radius);
}

function addLines(canvas: Canvas, points: readonly Point[], radius: number): void {
  points.forEach((point, index) => {
    if (points.length === 1) canvas.addLine(point, point, radius);
    else if (index > 0) canvas.addLine(points[index - 1]!, point, radius);
  });
}

/** The dashes of a line, each a line itself. */
function splitDashes(path: readonly Point[], [on, off]: readonly [number, number]): Point[][] {
  const dashes: Point[][] = [];
  let isOn = true;
  let left = on;
  let dash: Point[] = path.slice(0, 1);
  for (let index = 1; index < path.length; index++) {
    let from = path[index - 1]!;
    const to = path[index]!;
    let length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    while (length > left) {
      const share = left / length;
      const cut: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      if (isOn) dashes.push([...dash, cut]);
      length -= left;
      from = cut;
      dash = [cut];
      isOn = !isOn;
      left = isOn ? on : off;
    }
    left -= length;
    dash.push(to);
  }
  return isOn ? [...dashes, dash] : dashes;
}
