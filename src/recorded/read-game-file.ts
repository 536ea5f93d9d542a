/** Reads files of users with games, in every known format. */
import path from 'node:path';
import { usageFault } from '../errors/errors.js';
import type { FullGameRow } from '../views/game-rows.js';
import { SourceError } from './importing/game-boards.js';
import type { GivenGame } from './importing/given-game.js';
import { readFrames } from './importing/read-frames.js';
import { parseLines, readRecording } from './importing/read-recording.js';
import { toRows } from './importing/to-rows.js';
import { readFile } from './read-position.js';

/**
 * The game of a file as each of its snakes played it, in order of their appearance. Throws a `UsageError` that names
 * what is wrong.
 *
 * @param given what a file of frames alone does not tell.
 * @param at the moment for which the rows are made, in ms since 1970.
 */
export function readGameFile(file: string, given: GivenGame = {}, at = Date.now()): FullGameRow[] {
  const text = readFile(file);
  const values = parseValues(file, text);
  try {
    // Each reader leaves the files of other formats to the next one; the last one says what is wrong.
    const boards = readFrames(text, values, given) ?? readRecording(file, values);
    const rows = toRows(boards, { from: path.basename(file), file, at });
    if (rows.length > 0) return rows;
    throw new SourceError('has no snakes');
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown;
    throw usageFault(file, thrown.message.replace(/[^.?]$/, '$&.'));
  }
}

/** The file as one JSON value, or as one per line. */
function parseValues(file: string, text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return parseLines(file, text);
  }
}
