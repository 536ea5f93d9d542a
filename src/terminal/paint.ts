/** Colours for terminals, from the looks of snakes. */

/** Puts text into colours, or leaves it as it is. */
export interface Paint {
  /** A text on a ground of this colour (`#rrggbb`), itself dark or light, whichever is easier to read. */
  on(color: string, text: string): string;
  /** A text in this colour. */
  in(color: string, text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

/** For terminals that know 24-bit colours, as nearly all do. */
export const COLORED: Paint = {
  on: (color, text) => {
    const [red, green, blue] = channels(color);
    const isLight = 0.299 * red + 0.587 * green + 0.114 * blue > 140;
    return `\x1b[48;2;${red};${green};${blue};38;5;${isLight ? 16 : 231}m${text}\x1b[0m`;
  },
  in: (color, text) => `\x1b[38;2;${channels(color).join(';')}m${text}\x1b[0m`,
  strong: (text) => `\x1b[1m${text}\x1b[0m`,
  faint: (text) => `\x1b[2m${text}\x1b[0m`,
};

export const PLAIN: Paint = {
  on: (_, text) => text,
  in: (_, text) => text,
  strong: (text) => text,
  faint: (text) => text,
};

/** Any text on one line, with nothing in it that a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}

function channels(color: string): [number, number, number] {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(color) ?? [undefined, '888888'];
  const number = parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
