/**
 * Letters as lines, for pictures that have no font. Small letters are small capitals; accents are left out, and a
 * character that is not here is a box.
 */
import type { Point } from '../scene.js';

/** The lines of a text, ready to be drawn with round ends, and how wide it is in units. */
interface TextLines {
  readonly lines: readonly (readonly Point[])[];
  readonly width: number;
}

/** Height of a capital, in steps of the grid below. */
const CAPITAL = 9;
/** The part of a font's size that is the height of its capitals. */
const CAPITAL_SHARE = 0.7;
/** A small capital is this high, compared with a capital. */
const SMALL = 0.8;
/** Between two letters, in steps. */
const SPACING = 2.4;
const BLANK = 3;

/** Lines as pairs of digits: a column from the left, a row from the base line. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '003960 1353',
  B: '00093958564505 4564614000',
  C: '6749290702204062',
  D: '00093967623000',
  E: '69090060 0545',
  F: '690900 0545',
  G: '67492907022040626434',
  H: '0009 6069 0565',
  I: '0009',
  J: '4942301002',
  K: '0009 6904 2660',
  L: '090050',
  M: '0009346960',
  N: '00096069',
  O: '200207294967624020',
  P: '00094968664404',
  Q: '200207294967624020 3360',
  R: '00094968664404 3460',
  S: '67492907254462402002',
  T: '0969 3930',
  U: '090220406269',
  V: '093069',
  W: '0910365069',
  X: '0069 0960',
  Y: '093469 3430',
  Z: '09690060',
  '0': '200207293957523020',
  '1': '072920',
  '2': '07294967650060',
  '3': '07294967664525 456362402002',
  '4': '40490363',
  '5': '590905456362402002',
  '6': '674929070220406263452503',
  '7': '096920',
  '8': '2506072949676645250302204062 63456263',
  '9': '022040626749290706244466',
  '-': '0444',
  '.': '0000',
  ',': '1100',
  ':': '0101 0606',
  ';': '1100 0606',
  '/': '0049',
  _: '0060',
  '(': '29070220',
  ')': '09272200',
  '#': '1029 4059 0363 0666',
  "'": '0907',
  '!': '0903 0000',
  '?': '07294967663433 3030',
  '+': '0464 3731',
  '=': '0363 0666',
  '%': '0069 0808 6161',
  '·': '0404',
  '…': '0000 3030 6060',
};
const UNKNOWN = '0009595000';

/**
 * The lines of a text.
 *
 * @param size height of the font, in units.
 * @param anchor which end of the text, or its middle, is at the point.
 */
export function textLines(text: string, [x, y]: Point, size: number, anchor: 'start' | 'middle' | 'end'): TextLines {
  const step = (size * CAPITAL_SHARE) / CAPITAL;
  const placed: { glyph: string; at: number; scale: number }[] = [];
  let end = 0;
  for (const character of withoutAccents(text)) {
    const capitals = character.toUpperCase();
    const scale = capitals === character ? step : step * SMALL;
    for (const capital of capitals) {
      const glyph = capital === ' ' ? '' : (GLYPHS[capital] ?? UNKNOWN);
      placed.push({ glyph, at: end, scale });
      end += (capital === ' ' ? BLANK : widthOf(glyph)) * scale + SPACING * step;
    }
  }
  const width = Math.max(0, end - SPACING * step);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return { lines: placed.flatMap(({ glyph, at, scale }) => linesOf(glyph, [left + at, y], scale)), width };
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
}

function widthOf(glyph: string): number {
  return Math.max(...glyph.split(' ').flatMap((line) => pointsOf(line).map(([column]) => column)));
}

function linesOf(glyph: string, [x, y]: Point, scale: number): Point[][] {
  return glyph
    .split(' ')
    .filter((line) => line !== '')
    .map((line) => pointsOf(line).map(([column, row]): Point => [x + column * scale, y - row * scale]));
}

function pointsOf(line: string): Point[] {
  return (line.match(/\d\d/g) ?? []).map((pair): Point => [Number(pair[0]), Number(pair[1])]);
}
