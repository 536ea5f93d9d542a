/** Reads files of users: games in every known format, and single positions. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason, readBytes } from '../config/read-text.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { isPositionFixture, parsePositionFixture } from '../terminal/position-fixture.js';
import type { FullGameRow } from '../views/game-rows.js';
import { parseRequest } from '../wire/reader.js';
import { SourceError } from './importing/game-boards.js';
import { LOAD_LIMITS } from './importing/load-game.js';
import { readFrames, type GivenGame } from './importing/read-frames.js';
import { parseLines, readRecording } from './importing/read-recording.js';
import { toRows } from './importing/to-rows.js';

/** The content of a file with a game or position. Throws a `UsageError` if it is unreadable or too large. */
export function readFile(file: string): string {
  try {
    return readBytes(file, LOAD_LIMITS.maxGameBytes).toString();
  } catch (thrown) {
    throw usageFault(file, `${diskReason(thrown)}.`);
  }
}

/** The file itself, or all files below a folder, by path. Throws a `UsageError` if there is nothing. */
export function listFiles(place: string): string[] {
  try {
    if (!statSync(place).isDirectory()) return [place];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (thrown) {
    throw usageFault(place, `${diskReason(thrown)}.`);
  }
}

/**
 * The request in a file with one position: of a fixture, or a body as engines send it. `undefined` for any other file.
 * Throws a `UsageError` that names the fault of a position.
 */
export function readPosition(file: string): string | undefined {
  const content = readFile(file);
  const isFixture = isPositionFixture(content);
  const text = isFixture ? parsePositionFixture(file, content).text : content;
  try {
    parseRequest(text);
    return text;
  } catch (thrown) {
    if (!isFixture) return undefined;
    throw usageFault(file, `has no request that can be read: ${messageOf(thrown)}.`);
  }
}

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
