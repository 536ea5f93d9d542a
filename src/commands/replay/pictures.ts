/** Writes a recorded game as pictures: a turn as SVG, the game as a GIF. Called by `replay`. */
import { writeFileSync } from 'node:fs';
import bytes from 'bytes';
import { diskReason } from '../../config/read-text.js';
import { usageFault } from '../../errors/errors.js';
import { missingPackages } from '../../processes/optional-packages.js';
import { followGame, type Seats } from '../../recorded/board-history.js';
import { drawGif, drawSvg } from '../../recorded/exporting/pictures.js';

/**
 * Writes one turn as SVG; without `turn`, the last board. Returns a summary for people. Throws a `UsageError` if the
 * turn is missing, or if the file cannot be written.
 */
export function writeSvg(seats: Seats, file: string, turn: number | undefined): string {
  const shown = [...followGame(seats)];
  const index = turn === undefined ? shown.length - 1 : shown.findIndex((drawn) => drawn.turn === turn);
  const drawn = shown[index];
  if (drawn === undefined) {
    const [first, last] = [shown[0]?.turn, shown.at(-1)?.turn];
    throw usageFault('--turn', `${turn} was not kept. The recording has turns ${first} to ${last}.`);
  }
  writeFlagged('--svg', file, drawSvg(seats, drawn, index === shown.length - 1));
  return `Turn ${drawn.turn} is in ${file}.`;
}

/** Which turns a GIF shows, and how fast. */
interface GifPace {
  /** The first turn (default: the game's). */
  readonly start?: number | undefined;
  /** In ms a turn. */
  readonly pace?: number | undefined;
}

/**
 * Writes the game as a GIF; of a long game, some evenly spread turns. Returns a summary for people. Throws a
 * `UsageError` if a package is missing, if there is nothing to show, or if the file cannot be written.
 */
export async function writeGif(seats: Seats, file: string, { start = 0, pace }: GifPace): Promise<string> {
  const missing = missingPackages('a GIF');
  if (missing !== undefined) throw usageFault('--gif', missing);
  const all = [...followGame(seats)].filter(({ turn }) => turn >= start);
  if (all.length === 0) throw usageFault('--start', `${start} is after the last turn.`);
  const { gif, hasText, frames } = await drawGif(seats, all, pace);
  writeFlagged('--gif', file, gif);
  const turns = frames === all.length ? `${all.length} turns` : `${frames} of ${all.length} turns, evenly spread,`;
  const written = `${turns} are in ${file} (${bytes.format(gif.length, { unitSeparator: ' ' })}).`;
  return hasText ? written : `${written} It has no text: no font is installed.`;
}

/** Throws a `UsageError` if the file of a flag cannot be written. */
export function writeFlagged(flag: string, file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (thrown) {
    throw usageFault(flag, `"${file}" cannot be written: ${diskReason(thrown)}.`);
  }
}
