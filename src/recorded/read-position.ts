/** Reads files of users: their content, a folder of them, and single positions. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason, readBytes } from '../config/read-text.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { isPositionFixture, parsePositionFixture } from '../terminal/position-fixture.js';
import { parseRequest } from '../wire/reader.js';

/** The largest file, or answer of an engine, with one game. */
export const MAX_GAME_BYTES = 256 * 1024 * 1024;

/** The content of a file with a game or position. Throws a `UsageError` if it is unreadable or too large. */
export function readFile(file: string): string {
  try {
    return readBytes(file, MAX_GAME_BYTES).toString();
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
