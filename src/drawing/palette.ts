/** The colours of scenes and snakes. A page has a separate dark palette in its style sheet. */
import type { Paint, PaintRole } from './scene.js';

export type HexColor = `#${string}`;

/** The colours of a light page, and of files. */
export const PALETTE: Readonly<Record<PaintRole, HexColor>> = {
  paper: '#ffffff',
  ink: '#1c2321',
  soft: '#5b6663',
  edge: '#e7ece5',
  cell: '#f5f7f3',
  food: '#e5484d',
  leaf: '#3f9a4f',
  hazard: '#6d4aa0',
  mark: '#8a5a00',
  answered: '#1c2321',
  better: '#067a46',
};

/** Colours for snakes without one, by seat: the first eight are distinguishable with any colour vision. */
const SEAT_COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#7a7f2b', '#8c564b'] as const;

/** The colour of a shape in a file. */
export function paintOf(paint: Paint): HexColor {
  return paint.startsWith('#') ? (paint as HexColor) : PALETTE[paint as PaintRole];
}

/** The colour of a snake: its own if it is `#rrggbb`, else the colour of its seat. */
export function snakeColor(color: string | undefined, seat: number): HexColor {
  const own = /^#[\da-f]{6}$/i.test(color ?? '') ? (color as HexColor) : undefined;
  return (own?.toLowerCase() as HexColor | undefined) ?? SEAT_COLORS[seat % SEAT_COLORS.length]!;
}

/** The colours of the snakes of a board, by seat: their own, unless an earlier snake has nearly the same. */
export function snakeColors(snakes: readonly { readonly color?: string | undefined }[]): HexColor[] {
  const taken: HexColor[] = [];
  for (const [seat, { color }] of snakes.entries()) {
    const own = snakeColor(color, seat);
    const tones = [0.3, 0.55].flatMap((share) => [mixColors(own, '#ffffff', share), mixColors(own, '#000000', share)]);
    const isFree = (candidate: HexColor) => taken.every((other) => difference(candidate, other) > NEARLY_SAME);
    taken.push([own, ...tones, ...SEAT_COLORS].find(isFree) ?? own);
  }
  return taken;
}

/** Two colours with a smaller difference look the same on a board. */
const NEARLY_SAME = 0.08;

/** The share of red in the sum of red and green that the eye sees: normal, without long cones, without medium cones. */
const VISIONS = [undefined, 0.11, 0.29] as const;

/** The difference of two colours in Oklab. Counts twice for eyes with fewer cones, which see finer tones. */
function difference(one: HexColor, other: HexColor): number {
  const distances = VISIONS.map((vision) => {
    const [first, second] = [toOklab(one, vision), toOklab(other, vision)];
    return (vision === undefined ? 1 : 2) * Math.hypot(...first.map((value, axis) => value - second[axis]!));
  });
  return Math.min(...distances);
}

/** A mix of two colours: `share` is the part of the second one, 0 to 1. Both are `#rrggbb`. */
export function mixColors(first: HexColor, second: HexColor, share: number): HexColor {
  const other = toChannels(second);
  const mixed = toChannels(first).map((channel, index) => Math.round(channel * (1 - share) + other[index]! * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is more readable on a colour. */
export function textColorOn(color: HexColor): HexColor {
  return toOklab(color)[0] > 0.72 ? '#10151a' : '#ffffff';
}

/** The colour of an outline: darker, or lighter if the colour is nearly black, so that it shows on light and dark. */
export function outlineOf(color: HexColor): HexColor {
  return toOklab(color)[0] < 0.32 ? mixColors(color, '#ffffff', 0.45) : mixColors(color, '#000000', 0.38);
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function toChannels(color: HexColor): readonly [red: number, green: number, blue: number] {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Lightness from 0 to 1, red against green, yellow against blue (https://bottosson.github.io/posts/oklab). */
function toOklab(color: HexColor, vision?: number): [lightness: number, red: number, yellow: number] {
  const [pureRed, pureGreen, blue] = toChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const mixed = vision === undefined ? undefined : vision * pureRed + (1 - vision) * pureGreen;
  const [red, green] = [mixed ?? pureRed, mixed ?? pureGreen];
  const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue);
  const medium = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue);
  const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue);
  return [
    0.2105 * long + 0.7936 * medium - 0.0041 * short,
    1.978 * long - 2.4286 * medium + 0.4506 * short,
    0.0259 * long + 0.7828 * medium - 0.8087 * short,
  ];
}
