/** Reads files of users with games, in every known format. */
import path from 'node:path';
import { usageFault } from '../errors/errors.js';
import { isRecord, kindOf } from '../errors/kind-of.js';
import { isPositionFixture, parsePositionFixture } from '../terminal/position-fixture.js';
import type { FullGameRow } from '../views/game-rows.js';
import { SourceError, type GameBoards } from './importing/game-boards.js';
import type { GivenGame } from './importing/given-game.js';
import { readFrames } from './importing/read-frames.js';
import { readRecording } from './importing/read-recording.js';
import { toRows } from './importing/to-rows.js';
import { formatOf, MAX_FRAMES, parseValues, readFile, type FileValue } from './read-values.js';

/**
 * The game of a file as each of its snakes played it, in order of their appearance. A position is a game of one board.
 * Throws a `UsageError` that names what is wrong.
 *
 * @param given what a file of frames alone does not tell.
 * @param at the moment for which the rows are made, in ms since 1970.
 */
export function readGameFile(file: string, given: GivenGame = {}, at = Date.now()): FullGameRow[] {
  try {
    const rows = toRows(readBoards(file, given), { from: path.basename(file), file, at });
    if (rows.length > 0) return rows;
    throw new SourceError('has no snakes');
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown;
    throw usageFault(file, thrown.message.replace(/[^.?]$/, '$&.'));
  }
}

/** The keys of a file decide its format; only the reader of this format then says what is wrong. */
function readBoards(file: string, given: GivenGame): GameBoards {
  const content = readFile(file);
  const text = isPositionFixture(content) ? parsePositionFixture(file, content).text : content;
  const values = parseValues(file, text);
  if (values.length > MAX_FRAMES) throw new SourceError(`has ${values.length} values, which are too many for a game`);
  const format = formatOf(values);
  if (format === 'turns') return readRecording(file, values);
  if (format === 'frames') return readFrames(file, text, values, given);
  const isGame = format === 'game';
  throw new SourceError(isGame ? 'has a "Game" without frames. Save those with it' : describeOther(values));
}

/** Why values of no format are no game. */
function describeOther([first]: readonly FileValue[]): string {
  if (first === undefined) return 'is empty';
  const keys = isRecord(first.value) ? Object.keys(first.value).slice(0, 5) : [];
  const found = keys.length === 0 ? `is ${kindOf(first.value)}` : `has ${keys.map((key) => `"${key}"`).join(', ')}`;
  return `is no game: it has neither frames nor boards. Its first value ${found}`;
}
