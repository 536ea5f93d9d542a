/** Reads files of users with a single position, and lists folders of them. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason } from '../config/read-text.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { isPositionFixture, parsePositionFixture } from '../terminal/position-fixture.js';
import { parseRequest } from '../wire/reader.js';
import { fieldOf, formatOf, parseValues, readFile, type FileValue } from './read-values.js';

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
 * Throws a `UsageError` that names the fault of a position, or of a file that is not JSON.
 */
export function readPosition(file: string): string | undefined {
  const content = readFile(file);
  const isFixture = isPositionFixture(content);
  const text = isFixture ? parsePositionFixture(file, content).text : content;
  if (!isFixture && !isRequest(parseValues(file, content))) return undefined;
  try {
    parseRequest(text);
    return text;
  } catch (thrown) {
    throw usageFault(file, `has no request that can be read: ${messageOf(thrown)}.`);
  }
}

function isRequest(values: readonly FileValue[]): boolean {
  return values.length === 1 && formatOf(values) === 'turns' && fieldOf(values[0]!.value, 'board') !== undefined;
}
