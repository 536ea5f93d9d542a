/** Turns a scene into SVG: as elements for a page, and as the text of a file. */
import escape from 'escape-html';
import { paintOf } from './palette.js';
import type { Paint, PathShape, Placement, Point, Scene, SceneShape, TextShape } from './scene.js';

/** With names, because the program that renders GIFs takes any font for `sans-serif`. */
const FONTS = 'system-ui, Arial, DejaVu Sans, Liberation Sans, Noto Sans, sans-serif';

interface SvgElement {
  readonly name: 'path' | 'text';
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Plain text. Untrusted. */
  readonly text?: string;
}

/** Turns a paint into the value of an attribute: a colour, or `var(--scene-food)`. */
type PaintWriter = (paint: Paint) => string;

/** The elements of a scene, each with the key of its shape. Its `viewBox` is `0 0 width height`. */
export function toSvgElement(shape: SceneShape, write: PaintWriter): SvgElement {
  const { key } = shape;
  const painted = paintAttributes(shape, write);
  if (shape.kind === 'text') {
    return { name: 'text', key, attributes: { ...textAttributes(shape), ...painted }, text: shape.text };
  }
  return { name: 'path', key, attributes: { d: shape.kind === 'art' ? shape.d : linePath(shape), ...painted } };
}

/**
 * A scene as a file. Escapes all text, and removes characters that XML does not allow.
 *
 * @param size width of the picture in pixels (default: the viewer decides).
 */
export function sceneToSvg(scene: Scene, size?: number): string {
  const { width, height, label } = scene;
  const pixels = size === undefined ? '' : ` width="${size}" height="${number((size * height) / width)}"`;
  const elements = scene.shapes.map((shape) => formatElement(toSvgElement(shape, paintOf)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(width)} ${number(height)}"${pixels} role="img">`,
    ...(label === '' ? [] : [`<title>${escapeXml(label)}</title>`]),
    ...elements,
    '</svg>',
    '',
  ].join('\n');
}

function formatElement({ name, attributes, text }: SvgElement): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}${text === undefined ? '/>' : `>${escapeXml(text)}</${name}>`}`;
}

function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what XML 1.0 forbids.
  return escape(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu, ''));
}

function paintAttributes(shape: SceneShape, write: PaintWriter): Record<string, string> {
  const { fill, stroke, line, opacity, placed } = shape;
  return {
    ...(placed !== undefined && { transform: formatPlacement(placed) }),
    fill: fill === undefined ? 'none' : write(fill),
    ...(stroke !== undefined && {
      stroke: write(stroke),
      'stroke-width': number(line ?? 1),
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
    ...(opacity !== undefined && { opacity: number(opacity) }),
  };
}

function textAttributes({ x, y, size, anchor, isBold }: TextShape): Record<string, string> {
  return {
    x: number(x),
    y: number(y),
    'font-size': number(size),
    'font-family': FONTS,
    'text-anchor': anchor,
    ...(isBold && { 'font-weight': '700' }),
  };
}

function formatPlacement({ at: [x, y], ahead: [dx, dy], scale }: Placement): string {
  return `matrix(${[dx * scale, dy * scale, -dy * scale, dx * scale, x, y].map((value) => number(value, 4)).join(' ')})`;
}

function linePath({ paths, isClosed, rounding = 0 }: PathShape): string {
  const end = isClosed ? 'z' : '';
  return paths
    .map((points) => {
      const steps = points.slice(1).map((point, index) => {
        const next = points[index + 2];
        if (rounding === 0 || next === undefined) return `L${pair(point)}`;
        const [before, after] = [towards(point, points[index]!, rounding), towards(point, next, rounding)];
        return `L${pair(before)}Q${pair(point)} ${pair(after)}`;
      });
      return `M${pair(points[0]!)}${steps.join('')}${points.length === 1 ? 'h0' : end}`;
    })
    .join('');
}

function pair([x, y]: Point): string {
  return `${number(x)} ${number(y)}`;
}

/** The point `length` units from one point towards another. */
function towards([x, y]: Point, [toX, toY]: Point, length: number): Point {
  const share = length / Math.hypot(toX - x, toY - y);
  return [x + (toX - x) * share, y + (toY - y) * share];
}

/** At most two decimals: a hundredth of a unit is a two-thousandth of a cell. */
function number(value: number, decimals = 2): string {
  return String(Number(value.toFixed(decimals)));
}
