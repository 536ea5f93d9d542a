/** Decides when output is coloured, by one rule for all commands, and puts text on the colour of a snake. */
import { Chalk, supportsColor, type ChalkInstance, type ColorSupportLevel } from 'chalk';

export type Colors = ChalkInstance;

interface ColorChoice {
  /** The flag `--color` or `--no-color`. It wins over everything else. */
  readonly flag?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What chalk found out about standard output, from `FORCE_COLOR` or from the terminal. */
  readonly detected: ColorSupportLevel;
}

/** Does not colour anything. */
export const PLAIN: Colors = new Chalk({ level: 0 });

const TRUE_COLOR: ColorSupportLevel = 3;
/** The colour that engines show for a snake without one. */
const DEFAULT_COLOR = '888888';
/** Text is black on colours that are lighter than this, and white on the others. */
const LIGHT = 140;

/** Colours for standard output. */
export function colorsOfStdout(flag?: boolean): Colors {
  const detected = supportsColor === false ? 0 : supportsColor.level;
  return new Chalk({ level: chooseColorLevel({ flag, env: process.env, detected }) });
}

/**
 * All the colours that the terminal supports, and none in a file or a pipe. `NO_COLOR` (https://no-color.org) turns
 * them off unless `FORCE_COLOR` is set too. A flag wins: `--color` colours files and pipes in 24 bits.
 */
export function chooseColorLevel({ flag, env, detected }: ColorChoice): ColorSupportLevel {
  if (flag === true) return process.stdout.isTTY && detected > 0 ? detected : TRUE_COLOR;
  const isRefused = Boolean(env['NO_COLOR']) && env['FORCE_COLOR'] === undefined;
  return flag === false || isRefused ? 0 : detected;
}

/** Text on a background of this colour (`#rrggbb`), itself black or white, whichever is easier to read. */
export function onBackground(colors: Colors, color: string, text: string): string {
  const [red, green, blue] = channelsOf(color);
  const isLight = 0.299 * red + 0.587 * green + 0.114 * blue > LIGHT;
  return colors.bgRgb(red, green, blue)(isLight ? colors.rgb(0, 0, 0)(text) : colors.rgb(255, 255, 255)(text));
}

function channelsOf(color: string): [number, number, number] {
  const [, digits = DEFAULT_COLOR] = /^#?([0-9a-f]{6})$/i.exec(color) ?? [];
  const number = parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
