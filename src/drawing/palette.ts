/** The colours of scenes and of the snakes. A page has its own for the dark, in its style sheet. */
import type { Paint, PaintRole } from './scene.js';

export type HexColor = `#${string}`;

/** The colours of a light page, and of files. */
export const PALETTE: Readonly<Record<PaintRole, HexColor>> = {
  paper: '#ffffff',
  ink: '#1c2321',
  soft: '#5b6663',
  edge: '#dde2db',
  cell: '#f3f5f1',
  food: '#d8433b',
  hazard: '#6d4aa0',
  heat: '#d9730d',
  cold: '#2368b8',
  mark: '#8a5a00',
  answered: '#1c2321',
  better: '#067a46',
};

/** Colours for snakes that have none, by seat: people with any colour vision can tell the first eight apart. */
const SEAT_COLORS: readonly HexColor[] = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#7a7f2b',
  '#8c564b',
];

/** The colour of a shape in a file. */
export function paintOf(paint: Paint): HexColor {
  return paint.startsWith('#') ? (paint as HexColor) : PALETTE[paint as PaintRole];
}

/** The colour a snake is drawn in: its own if it is `#rrggbb`, else that of its seat. */
export function snakeColor(color: string | undefined, seat: number): HexColor {
  const own = /^#[\da-f]{6}$/i.test(color ?? '') ? (color as HexColor) : undefined;
  return (own?.toLowerCase() as HexColor | undefined) ?? SEAT_COLORS[seat % SEAT_COLORS.length]!;
}

/** A colour between two: `share` is how much of the second one is in it, 0 to 1. Both are `#rrggbb`. */
export function mixColors(first: HexColor, second: HexColor, share: number): HexColor {
  const other = toChannels(second);
  const mixed = toChannels(first).map((channel, index) => Math.round(channel * (1 - share) + other[index]! * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(color: HexColor): HexColor {
  return luminance(color) > 0.36 ? '#10151a' : '#ffffff';
}

/** The line around a colour. It is darker, or lighter if the colour is nearly black, and shows on light and dark. */
export function outlineOf(color: HexColor): HexColor {
  return luminance(color) < 0.03 ? mixColors(color, '#ffffff', 0.45) : mixColors(color, '#000000', 0.38);
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export function toChannels(color: HexColor): readonly [red: number, green: number, blue: number] {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Relative luminance as WCAG 2 defines it, 0 to 1. */
function luminance(color: HexColor): number {
  const [red, green, blue] = toChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
